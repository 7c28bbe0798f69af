package import TraceEvents

#if os(Linux)
import CThreadStacks
#endif

/// Finds out where other threads of this process are, without disturbing them: they are sent no signal and are not stopped.
///
/// Of a thread that is blocked the kernel tells where it stands, and the rest is read from its stack. A thread that computes is
/// sampled by the kernel's performance events where those may be used. Elsewhere than on Linux nothing is found.
package struct ThreadStackReader {
  #if os(Linux)
  private var symbolication = Symbolication()

  /// How often a thread that moves meanwhile is looked at.
  private static let attempts = 5
  /// How long the kernel gets for a sample of a thread that computes, in milliseconds.
  private static let patience: UInt32 = 100
  /// How much of its stack is copied then.
  private static let copied = 32 << 10
  #endif

  package init() {}

  /// The stack of a thread; nil when there is no such thread or the system does not say.
  package mutating func stack(of thread: UInt32) -> ThreadStack? {
    #if os(Linux)
    for _ in 0..<Self.attempts {
      guard let state = ThreadState(of: thread) else { return nil }
      let modules = LoadedModules()
      guard case .blocked(_, let stackPointer, let programCounter) = state else {
        guard let calls = Self.sampledCalls(of: thread, in: modules) else { continue }
        return stack(of: calls, in: modules, systemCall: nil)
      }
      var unwinder = Unwinder(
        modules,
        memory: StackMemory(from: stackPointer),
        programCounter: programCounter
      )
      let calls = unwinder.calls()
      // What was read while it moved means nothing.
      guard ThreadState(of: thread) == state else { continue }
      return stack(of: calls, in: modules, systemCall: state.callName)
    }
    return ThreadStack(systemCall: nil, frames: [])
    #else
    return nil
    #endif
  }

  #if os(Linux)
  private mutating func stack(
    of calls: [Unwinder.Call],
    in modules: LoadedModules,
    systemCall: String?
  ) -> ThreadStack {
    ThreadStack(
      systemCall: systemCall,
      frames: symbolication.frames(of: calls, in: modules).withoutMachinery
    )
  }

  /// The calls of a thread that computes; nil when it can't be sampled.
  private static func sampledCalls(
    of thread: UInt32,
    in modules: LoadedModules
  ) -> [Unwinder.Call]? {
    var sample = ots_sample()
    var isTaken = false
    let copy = [UInt8](unsafeUninitializedCapacity: copied) { buffer, count in
      isTaken = ots_sample_thread(
        Int32(bitPattern: thread),
        patience,
        &sample,
        buffer.baseAddress,
        copied
      )
      count = isTaken ? sample.stack_count : 0
    }
    guard isTaken else { return nil }
    let registers = withUnsafeBytes(of: sample.registers) { bytes in
      Array(bytes.bindMemory(to: UInt64.self).enumerated())
    }
    var unwinder = Unwinder(
      modules,
      memory: StackMemory(from: sample.stack_pointer, copy: copy),
      programCounter: sample.program_counter,
      registers: Dictionary(uniqueKeysWithValues: registers.map { ($0.offset, $0.element) })
    )
    return unwinder.calls()
  }
  #endif
}
