#if os(Linux)
import Testing

@testable import ThreadStacks

struct ThreadStateTests {
  @Test func readsWhatTheKernelSays() {
    let text = "202 0x561a 0x189 0x0 0x0 0x0 0xffffffff 0x7ff51a6afe30 0x7ff51a739f16\n"
    let state = ThreadState(text: text)
    #expect(
      state
        == .blocked(
          call: 202,
          stackPointer: 0x7FF5_1A6A_FE30,
          programCounter: 0x7FF5_1A73_9F16
        )
    )
    #expect(ThreadState(text: "running\n") == .running)
    let fault = ThreadState(text: "-1 0x10 0x20\n")
    #expect(fault == .blocked(call: -1, stackPointer: 0x10, programCounter: 0x20))
    #expect(fault?.callName == "a page fault")
  }

  @Test(arguments: ["", "\n", "1", "1 2", "1 0x2", "x 0x1 0x2", "1 2 3", "1 0x1 0xg"])
  func refusesAnythingElse(text: String) {
    #expect(ThreadState(text: text) == nil)
  }

  @Test func namesCallsThatBlock() {
    #if arch(x86_64)
    let futex = 202
    #else
    let futex = 98
    #endif
    let state = ThreadState.blocked(call: futex, stackPointer: 0, programCounter: 0)
    #expect(state.callName == "futex")
    let unknown = ThreadState.blocked(call: 99_999, stackPointer: 0, programCounter: 0)
    #expect(unknown.callName == "system call 99999")
    #expect(ThreadState.running.callName == nil)
  }
}
#endif
