import Foundation
import OperationTraceTesting
import Testing
import TraceTestSupport

/// Which operations a reference means, by what an expectation about them says.
struct ChoosingTests {
  private let trace = TestRuns.pictures

  /// The operations that a reference means, in the words of an expectation that none of them meets.
  private func sentence(_ reference: some OperationReference) -> String? {
    issues { expectPeakConcurrency(of: reference, exactly: 99, in: trace) }.first?.sentence
  }

  private func details(_ reference: some OperationReference) -> String {
    let text = issues { expectFinished(reference, in: trace) }.first?.text ?? ""
    return text.split(separator: "\n").dropFirst().first.map(String.init) ?? ""
  }

  @Test
  func aStringIsAName() {
    #expect(sentence("resize 3")?.hasPrefix(#"1 of "resize 3" executed"#) == true)
  }

  @Test
  func patternsMatch() {
    expectPeakConcurrency(of: .all(named: "resize *", in: "images"), exactly: 2, in: trace)
    expectNeverStarted(.one(named: "s*d"), in: trace)
    expectNeverStarted(.one(named: "*ped", ofClass: "Upload"), in: trace)
    expectFinished(.one(ofClass: "Download"), in: trace)
    expectFinished(.one(ofClass: "Script.Download"), in: trace)
    expectFinished(.one(in: "main queue"), in: trace)
  }

  @Test(arguments: [
    ("resize 1", "*", true), ("", "*", true), ("", "", true), ("a", "", false),
    ("resize 1", "resize*", true), ("resize", "resize*", true), ("resiz", "resize*", false),
    ("resize 1", "*1", true), ("resize 1", "*2", false), ("resize 1", "re*1", true),
    ("aa", "a*a", true), ("a", "a*a", false), ("abcabc", "*abc", true), ("abab", "ab*ab*", true),
    ("ab", "ab*ab", false), ("a.b.c", "a*b*c", true), ("a.c.b", "a*b*c", false),
    ("résumé", "r*m*", true), ("a*b", "a*b", true), ("x", "**", true), ("Ab", "a*", false),
  ])
  func aStarStandsForAnyCharacters(name: String, pattern: String, matches: Bool) {
    let script = TraceScript()
    script.run(script.operation(name), on: script.queue(), enqueued: 0, started: 1, finished: 2)
    let recorded = issues { expectFinished(.all(named: pattern), in: script.trace()) }
    #expect(recorded.isEmpty == matches)
  }

  @Test
  func whatIsNotThereFailsWithWhatIsNear() {
    #expect(
      issues { expectFinished("uplaod", in: trace) }.map(\.sentence)
        == [#"There is no operation named "uplaod" in the trace."#]
    )
    #expect(details("uplaod") == #"  Near: "upload"."#)
    #expect(details("resise 2").hasPrefix(#"  Near: "resize 2", "resize 1""#))
    #expect(details("xyz").hasPrefix("  The trace has 12 operations: load, "))
    #expect(details(.all(named: "uplaod*")) == #"  Near: "upload"."#)
    #expect(details(.all(ofClass: "Uplod")) == #"  Near: "Upload"."#)
    #expect(details(.all(in: "image")) == #"  Near: "images"."#)
    #expect(details(.all(in: "xyz")) == #"  The queues are "images", "network" and "main queue"."#)
    let pattern = issues {
      expectFinished(.all(named: "load", ofClass: "Upload", in: "images"), in: trace)
    }
    let sentence =
      #"There are no operations named "load" of class Upload in queue "images" in the trace."#
    #expect(pattern.map(\.sentence) == [sentence])
  }

  @Test
  func anEmptyTraceSaysThatItIs() {
    let recorded = issues { expectFinished("load", in: TraceScript().trace()) }
    #expect(recorded.first?.text.hasSuffix("\n  The trace has no operations.") == true)
  }

  @Test
  func severalWhereOneIsMeantFail() {
    let named = issues { expectFinished("report", in: trace) }
    let sentence =
      #"2 operations are named "report", where one is meant: report #9 and report #10."#
    #expect(named.map(\.sentence) == [sentence])
    let matching = issues { expectFinished(.one(named: "resize *"), in: trace) }
    #expect(
      matching.first?.sentence.hasPrefix(
        #"There are 4 operations named "resize *", where one is meant: "#
      ) == true
    )
    let twice = TraceScript()
    for _ in 0..<2 {
      twice.run(twice.operation(), on: twice.queue("twin"), enqueued: 0, started: 1, finished: 2)
    }
    let queues = issues { expectFinished(.all(in: "twin"), in: twice.trace()) }
    #expect(
      queues.map(\.sentence) == [#"2 queues are named "twin", where one is meant."#]
    )
  }

  @Test
  func objectsAreNotInTheTraceOfAnotherProcess() {
    let operation = BlockOperation()
    operation.name = "load"
    let recorded = issues { expectFinished(operation, in: trace) }
    let sentence =
      "An operation of this process can't be in the trace of another one: "
      + #"BlockOperation "load"."#
    #expect(recorded.map(\.sentence) == [sentence])
    let queue = OperationQueue()
    #expect(
      issues { expectFinished(queue, in: trace) }.map(\.sentence)
        == ["A queue of this process can't be in the trace of another one."]
    )
  }

  @Test
  func namesAreSafeToShow() {
    let script = TraceScript()
    let hostile = "\u{1B}[2J\u{202E}evil\nname"
    script.run(script.operation(hostile), on: script.queue(hostile), enqueued: 0)
    let references: [any OperationReference] = [
      hostile, "\u{1B}[31m", OperationSelection.all(named: hostile + "*"),
    ]
    for reference in references {
      for issue in issues({ expectFinished(reference, in: script.trace()) }) {
        #expect(!issue.text.contains("\u{1B}"))
        #expect(!issue.text.contains("\u{202E}"))
        #expect(!issue.text.contains("evil\n"))
      }
    }
  }
}
