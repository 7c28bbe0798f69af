import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// The language in which views are narrowed.
@Suite struct OperationFilterTests {
  /// A small run: what became of each operation is in its name.
  private static func trace() -> Trace {
    let script = TraceScript()
    let (images, network) = (script.queue("images"), script.queue("network 2", limit: 1))
    let load = script.operation("load 1", class: "BlockOperation")
    let thumbnail = script.operation("Thumbnail (17)", class: "ThumbnailOperation")
    let upload = script.operation("über upload", class: "UploadOperation")
    let stuck = script.operation(nil, class: "SlowUploadOperation", overrides: .overridesStart)
    script.at(ms: 0).depend(thumbnail, on: load)
    script.run(load, on: images, enqueued: 0, started: 1, finished: 11)
    script.run(thumbnail, on: images, enqueued: 0, started: 11, finished: 51)
    script.run(upload, on: network, enqueued: 20, started: 30, finished: 35)
    script.run(stuck, on: network, enqueued: 20, started: 35)
    script.at(ms: 40).cancel(stuck)
    return script.trace(endMs: 60)
  }

  private func matches(_ text: String) throws -> [Int] {
    let trace = Self.trace()
    let context = FilterContext(trace, diagnosis: nil, criticalPath: trace.criticalPath)
    let filter = try OperationFilter(text)
    #expect(filter.text == text)
    return trace.operations.filter { context.holds(filter, for: $0) }
      .map { Int($0.id.rawValue) }.sorted()
  }

  @Test(arguments: [
    ("load", [1, 3, 4]), ("LOAD", [1, 3, 4]), ("upload", [3, 4]), ("ÜBER", [3]), ("Upload*", [3]),
    ("*load*", [1, 3, 4]), ("load ?", []), ("name:7", []), ("name:17", [2]), ("name:1", [1]),
    ("\"load ?\"", []), ("'load 1'", [1]), ("load?1", [1]),
    ("\"(17)\"", [2]), ("#2", [2]), ("id:2", [2]), ("id:#2", [2]),
    ("name:upload", [3, 4]), ("name:\"über upload\"", [3]), ("name:load*", [1]),
    ("class:block*", [1]), ("class:operation", [1, 2, 3, 4]),
    ("name=\"LOAD 1\"", [1]), ("name=load", []), ("name=\"load ?\"", []), ("queue=images", [1, 2]),
    ("queue=net", []), ("class=blockoperation", [1]), ("class=block", []),
    ("queue:net", [3, 4]), ("queue:\"network 2\"", [3, 4]), ("queue:images", [1, 2]),
    ("is:cancelled", [4]), ("is:unfinished", [4]), ("is:executing", [4]),
    ("is:succeeded", [1, 2, 3]),
    ("is:asynchronous", [4]), ("is:critical", [1, 2]), ("is:failed", []), ("is:stalled", []),
    ("execution>20ms", [2, 4]), ("execution >= 40 ms", [2]), ("execution=10ms", [1]),
    ("execution<10ms", [3]), ("wait<=1ms", [1]), ("elapsed>50ms", [2]), ("slack=0s", [1, 2]),
    ("slack>1ms", [3]), ("potential>0ns", [1, 2]),
    ("upload and queue:net", [3, 4]), ("upload queue:net not is:cancelled", [3]),
    ("load or thumbnail and is:failed", [1, 3, 4]), ("(load or thumbnail) and is:failed", []),
    ("!upload", [1, 2]), ("not (upload or #1)", [2]), ("#1 | #2", [1, 2]), ("#1 || #3", [1, 3]),
    ("upload && #3", [3]), ("not not #1", [1]), ("note:x", []), ("thread:nobody", []),
  ])
  func itHoldsForWhatIsLikeIt(text: String, expected: [Int]) throws {
    #expect(try matches(text) == expected)
  }

  @Test(arguments: [
    ("", 0, "a filter is missing"), ("   ", 3, "a filter is missing"),
    ("clas:Up*", 0, "there is no field 'clas'; did you mean class?"),
    ("a and clas:b", 6, "did you mean class?"),
    ("is:stuck", 3, "there is no property 'stuck'"),
    ("is:cancelled and is:faild", 20, "did you mean failed?"),
    ("execution>fast", 10, "'fast' is not a length of time"), ("execution>20", 10, "'20' is not"),
    ("execution>", 10, "a length of time is missing"),
    ("duration>2s", 0, "there is no measure 'duration'"),
    ("name=", 5, "a value is missing behind name="), ("is=stalled", 0, "no measure 'is'"),
    ("name=or", 5, "put \"\" around"), ("(a or b", 0, "never closed"),
    ("a or b)", 6, "there is no ("),
    ("()", 1, "nothing between"), ("a and", 5, "is missing here"), ("or b", 0, "is missing here"),
    ("a and and b", 6, "is missing here"), ("name:", 5, "a value is missing behind name:"),
    (":x", 0, "a field is missing"), (">2s", 0, "a measure is missing"),
    ("#x", 0, "not the number"),
    ("\"open", 0, "never closed"), ("name:and", 5, "put \"\" around"),
    ("#99999999999", 0, "not the number"),
  ])
  func aMistakeIsToldWithItsPlace(text: String, position: Int, reason: String) {
    let error = #expect(throws: FilterError.self) { try OperationFilter(text) }
    #expect(error?.position == position)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    #expect(error?.text == text)
  }

  @Test func parenthesesWithoutEndAreRefused() {
    let text = String(repeating: "(", count: 100_000)
    let error = #expect(throws: FilterError.self) { try OperationFilter(text) }
    #expect(error?.reason == "there are too many parentheses")
    let nots = String(repeating: "not ", count: 100_000) + "a"
    #expect(throws: FilterError.self) { try OperationFilter(nots) }
  }

  @Test func aPatternOfManyStarsTakesNoLongerThanTheTexts() throws {
    let filter = try OperationFilter("name:" + String(repeating: "*a", count: 200) + "*b")
    let script = TraceScript()
    script.run(
      script.operation(String(repeating: "a", count: 5_000)),
      on: script.queue(),
      enqueued: 0,
      started: 0,
      finished: 1
    )
    let trace = script.trace()
    let context = FilterContext(trace, diagnosis: nil, criticalPath: nil)
    #expect(!context.holds(filter, for: try #require(trace.operations.first)))
  }

  /// Whatever is typed gives a filter or a mistake within the text.
  @Test(arguments: Array(0..<200) as [UInt64])
  func anyTextGivesAFilterOrAPlace(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "(", ")", "and", "or", "not", "!", "a*", "#", "12", ":", "name", "is", "stalled", "execution",
      ">", "=", "20ms", "\"", "'", " ", " ", "é", "\u{1B}",
    ]
    let text = (0..<12).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    do throws(FilterError) {
      _ = try OperationFilter(text)
    } catch {
      #expect((0...text.count).contains(error.position))
      #expect(!error.reason.isEmpty)
    }
  }
}
