import Foundation
import OperationTraceTesting

let queue = OperationQueue()
let trace = try traced(queue) {
  queue.addOperation {}
  queue.waitUntilAllOperationsAreFinished()
}
expectFinished(queue, in: trace)
print("what holds says nothing")
expectFinished("upload", in: trace)
print("not reached")
