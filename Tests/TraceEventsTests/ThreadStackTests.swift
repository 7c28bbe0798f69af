import Testing
import TraceEvents

struct ThreadStackTests {
  private typealias Frame = ThreadStack.Frame

  @Test func aTextGivesTheStackItWasMadeOf() {
    let stack = ThreadStack(
      systemCall: "futex",
      frames: [
        Frame(function: "read", module: "/lib/libc.so.6", offset: 4711),
        Frame(
          function: "Upload.main()",
          file: "/src/Upload.swift",
          line: 12,
          module: "/bin/upload"
        ),
        Frame(),
        Frame(module: "/lib/libc.so.6"),
      ]
    )
    // A frame of which nothing is known has a line of its own, too.
    #expect(ThreadStack(text: stack.text) == stack)
    let running = ThreadStack(systemCall: nil, frames: [])
    #expect(running.text == "running")
    #expect(ThreadStack(text: "running") == running)
  }

  @Test func namesFromStrangersStayInTheirField() {
    let frame = Frame(function: "a\tb\nc", file: "d\te", line: 1, module: "f\ng", offset: 2)
    let read = ThreadStack(text: ThreadStack(systemCall: "read", frames: [frame]).text)
    #expect(
      read.frames == [Frame(function: "a b c", file: "d e", line: 1, module: "f g", offset: 2)]
    )
  }

  @Test(arguments: ["", "\n", "\t\t\t", "x\n\t", "x\na\tb\tc\td\te\tf\tg", "x\n\t\t-1\t\t-1"])
  func anyTextGivesAStack(text: String) {
    _ = ThreadStack(text: text).place
  }

  @Test func theInnermostCallWithALineIsThePlace() {
    let stack = ThreadStack(
      systemCall: "futex",
      frames: [
        Frame(module: "/lib/libc.so.6", offset: 0x85F16),
        Frame(function: "_dispatch_semaphore_wait_slow", module: "/lib/libdispatch.so"),
        Frame(function: "inlined", file: "/src/Generated.swift", module: "/bin/upload"),
        Frame(function: "Upload.wait()", file: "/src/Upload.swift", line: 12),
        Frame(function: "Upload.main()", file: "/src/Upload.swift", line: 7),
      ]
    )
    #expect(stack.place == "Upload.wait() at Upload.swift:12")
  }

  @Test func withoutLinesTheProgramsOwnCallIsThePlace() {
    var stack = ThreadStack(
      systemCall: "futex",
      frames: [
        Frame(function: "read", module: "/lib/libc.so.6"),
        Frame(function: "_helper", module: "/bin/upload"),
        Frame(function: "Upload.wait()", module: "/bin/upload"),
        Frame(function: "Upload.main()", module: "/bin/upload"),
      ]
    )
    #expect(stack.place == "Upload.wait() in upload")
    stack.frames = [Frame(module: "/bin/upload", offset: 0x1F)]
    #expect(stack.place == "upload+0x1f")
    stack.frames = []
    #expect(stack.place == nil)
  }

  @Test(arguments: [
    ("Upload.main()", "Upload.main()", "Upload.main()"),
    ("closure #1 in Upload.main()", "a closure of Upload.main()", "closure #1 of Upload.main()"),
    (
      "closure #2 in closure #1 in Upload.main()", "a closure of Upload.main()",
      "closure #2 in closure #1 of Upload.main()"
    ),
    (
      "closure #1 in variable initialization expression of static Faults.all",
      "a closure of Faults.all", "closure #1 of Faults.all"
    ),
    ("closure #1", "closure #1", "closure #1"),
  ])
  func closuresAreNamedAfterWhatTheyAreIn(function: String, withLine: String, without: String) {
    #expect(
      Frame(function: function, file: "Upload.swift", line: 7).description
        == "\(withLine) at Upload.swift:7"
    )
    // Nothing else says which one it is.
    #expect(Frame(function: function).description == without)
  }
}
