import Foundation
import OperationTracing

extension ExactnessScenarios {
  /// Where the thread of an operation is, also where the optimizer has been at work and where Foundation is part of the program.
  func stackOfABlockedOperation() throws {
    #if os(Linux)
    // A thread of its own, so that no worker of the process is blocked.
    let target = DispatchQueue(label: "stack")
    let queue = OperationQueue()
    queue.underlyingQueue = target
    let gate = Gate()
    let reported = DispatchSemaphore(value: 0)
    let tracer = try OperationTracer.start(tracing: queue)
    tracer.onStall(after: .milliseconds(50)) { _ in reported.signal() }
    queue.addOperation { blocksInAFunction(gate) }
    reported.wait()
    gate.open()
    queue.waitUntilAllOperationsAreFinished()
    tracer.stop()

    let stack = try required(tracer.trace().stacks.values.first?.stack)
    try check(stack.systemCall == "futex")
    try check(!stack.frames.isEmpty)
    #if DEBUG
    // The optimizer makes other functions of them.
    let functions = stack.frames.compactMap(\.function)
    try check(functions.contains { $0.contains("blocksInAFunction") })
    #endif
    #endif
  }
}

@inline(never)
private func blocksInAFunction(_ gate: Gate) {
  gate.pass()
  // Something is left to do, so that the call is not the function's last one.
  withExtendedLifetime(gate) {}
}
