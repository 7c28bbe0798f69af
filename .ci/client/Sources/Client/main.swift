import Foundation
import OperationTracing

let queue = OperationQueue()
let tracer = try OperationTracer.start(tracing: queue)
queue.addOperation {}
queue.waitUntilAllOperationsAreFinished()
let trace = tracer.stop()
precondition(trace.operations.map(\.outcome) == [.succeeded])
