import Foundation
import GraphvizRendering
import OperationTracing

let tracer = try OperationTracer.start()

let load = BlockOperation { print("loading") }
let show = BlockOperation { print("showing") }
show.addDependency(load)
OperationQueue().addOperations([load, show], waitUntilFinished: true)

let picture = try tracer.trace().picture(as: .svg)
try Data(picture.bytes).write(to: URL(fileURLWithPath: "run.svg"))
