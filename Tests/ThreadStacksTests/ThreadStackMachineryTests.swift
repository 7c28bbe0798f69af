import Testing
import TraceEvents

@testable import ThreadStacks

/// What of a stack is shown.
@Suite struct ThreadStackMachineryTests {
  private func functions(_ functions: String..., module: String? = nil) -> [String?] {
    functions.map { ThreadStack.Frame(function: $0, module: module) }.withoutMachinery.map(
      \.function
    )
  }

  @Test func whatRunsTheOperationIsLeftOut() {
    let shown = functions(
      "semaphore_wait",
      "Fetch.main()",
      "Operation.start()",
      "oth_hook_start",
      "closure #1 in OperationQueue._execute(_:)",
      "_dispatch_worker_thread",
      "clone3"
    )
    #expect(shown == ["semaphore_wait", "Fetch.main()"])
  }

  /// A wait and a barrier's block go through a hook: who called it is what to look at.
  @Test func theTracersOwnCallsAreLeftOutWhereverTheyAre() {
    #expect(
      functions("syscall", "Operation.waitUntilFinished()", "oth_hook_wait", "Album.main()")
        == ["syscall", "Operation.waitUntilFinished()", "Album.main()"]
    )
    #expect(functions("NSLock.lock()", "oth_wrapped_block", "_dispatch_call") == ["NSLock.lock()"])
    let loaded = "/usr/lib/libOperationTracePreload.so"
    #expect(functions("wait", "run", module: loaded) == [])
  }

  @Test func glueIsLeftOut() {
    #expect(
      functions(
        "closure #1 in load()",
        "partial apply for closure #1 in load()",
        "thunk for @escaping @callee_guaranteed () -> ()",
        "merged partial apply for thunk for @escaping @callee_guaranteed () -> ()",
        "dispatch thunk of Operation.main()",
        "run()"
      ) == ["closure #1 in load()", "run()"]
    )
  }

  /// An optimized program has no other function of the closure.
  @Test func aClosureInItsForwarderIsShown() {
    #expect(
      functions("pthread_mutex_lock", "partial apply for closure #1 in load()", "start_thread")
        == ["pthread_mutex_lock", "closure #1 in load()"]
    )
    #expect(functions("read", "merged load()", "main") == ["read", "load()", "main"])
  }
}
