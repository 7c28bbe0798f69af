import Foundation

let shapes: [String: () throws -> Void] = [
  "pipeline": pipeline, "serial": serial, "queues": queues,
]
let name = CommandLine.arguments.dropFirst().first ?? ""
guard let shape = shapes[name] else {
  print("usage: untouched SHAPE, one of \(shapes.keys.sorted().joined(separator: ", "))")
  exit(64)
}
try shape()
