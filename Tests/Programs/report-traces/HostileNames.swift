import TraceEvents
import TraceTestSupport

extension TraceScript {
  /// Names of operations, queues, classes, threads, failures and notes that would do something where they are taken for more
  /// than data: each that works sets `window.broken`.
  static func hostileNames() -> TraceScript {
    let script = TraceScript()
    script.header.program = "<script>window.broken = 'program'</script>"
    let queue = script.queue("</script><script>window.broken = 'queue'</script>", limit: 2)
    let other = script.queue("<img src=x onerror=\"window.broken = 'image'\">", limit: 1)
    let classNames = ["Script.<svg onload=\"window.broken = 'class'\">", "Script.__proto__"]
    var last: OperationID?
    for (number, name) in hostileTexts.enumerated() {
      let operation = script.operation(name, class: classNames[number % 2])
      let ms = Double(number) * 3
      if let last { script.at(ms: ms).depend(operation, on: last) }
      script.run(
        operation,
        on: number.isMultiple(of: 3) ? other : queue,
        enqueued: ms,
        started: ms + 1,
        finished: ms + 3
      )
      script.at(ms: ms + 2).on(script.thread(name, number: UInt32(2_000 + number)))
        .fail(operation, name)
      script.at(ms: ms + 2).note(name, on: operation)
      last = operation
    }
    return script
  }

  private static let hostileTexts = [
    "<script>window.broken = 'script'</script>",
    "</script><script>window.broken = 'closed script'</script>",
    "javascript:window.broken='address'",
    "<img src=x onerror=\"window.broken = 'image'\">",
    "\"><svg/onload=window.broken='attribute'>",
    "' onmouseover='window.broken=1",
    "<!--<script>",
    "]]></svg><script>window.broken = 'svg'</script>",
    "{{data}}{{script}}",
    "${window.broken = 'template'}`",
    "</style><style>* { display: none !important }",
    "__proto__",
    "constructor",
    "&lt;b&gt; &amp;amp; &#60;",
    "line\nbreak\r\nand\ttab",
    "\u{2028}\u{2029}separators",
    "\u{202E}backwards\u{2066}",
    "\u{1B}[31mred\u{7}",
    "写真 👩‍👩‍👧‍👦 שלום",
    String(repeating: "w", count: 3_000),
    String(repeating: "many words ", count: 200),
    String(repeating: "\u{301}", count: 60),
    "%s%n%00",
    "#op=1&q=x",
  ]
}
