import Foundation
import OperationTracing

let queue = OperationQueue()
let tracer = try OperationTracer.start(tracing: queue)
queue.addOperation {}
queue.waitUntilAllOperationsAreFinished()
tracer.stop()
precondition(tracer.trace().operations.map(\.outcome) == [.succeeded])
