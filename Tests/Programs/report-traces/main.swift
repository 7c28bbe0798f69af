import Foundation
import TraceEvents
import TraceTestSupport

// Writes the traces of which the browser tests make pages, always the same ones.
//
//   report-traces FOLDER

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: report-traces FOLDER\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
let scripts: [(name: String, script: TraceScript, endMs: Double?)] = [
  ("album", .album(), 120),
  ("hung", .stuckRun(), 20_000),
  ("hostile", .hostileNames(), 100),
  ("mill", .mill(operations: 100_000), nil),
  ("empty", TraceScript(), 10),
]
for (name, script, endMs) in scripts {
  let bytes = script.log(endMs: endMs).fileBytes()
  try Data(bytes).write(to: folder.appendingPathComponent("\(name).optrace"))
}
