import Foundation
import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

@testable import OptraceCommands

/// What `diagnose --junit` prints.
struct JUnitReportTests {
  private let stuck = TraceScript.stuckRun().log(endMs: 500).fileBytes()
  private let rules = DiagnosisCatalogue.rules.map(\.name)

  private func report(_ words: String..., input: [UInt8]) throws -> XMLElements {
    let run = CommandRun(words: ["diagnose", "-", "--junit"] + words, input: input)
    #expect(run.errors.isEmpty)
    return try #require(XMLElements(run.output), "\(run.output)")
  }

  /// A script in which a step ran after its dependency had been cancelled, twice.
  private func misused() -> [UInt8] {
    let script = TraceScript()
    script.header.program = "misused"
    for name in ["first", "second"] {
      let queue = script.queue(name)
      let (load, show) = (script.operation("load \(name)"), script.operation("show \(name)"))
      script.at(ms: 0).depend(show, on: load)
      script.run(load, on: queue, enqueued: 1)
      script.at(ms: 1.5).cancel(load)
      script.run(load, started: 2, finished: 2.1)
      script.run(show, on: queue, enqueued: 1, started: 3, finished: 9)
    }
    script.at(ms: 10).stop()
    return script.log().fileBytes()
  }

  @Test
  func everyRuleIsACase() throws {
    let elements = try report(input: TraceScript.healthyRun().log().fileBytes())
    let cases = elements.named("testcase")
    #expect(Set(cases.compactMap { $0.attributes["name"] }) == Set(rules))
    #expect(cases.count == rules.count)
    #expect(elements.named("failure").isEmpty && elements.named("skipped").isEmpty)
    let suite = try #require(elements.named("testsuite").first)
    #expect(elements.named("testsuite").count == 1)
    #expect(suite.attributes["name"] == "healthy")
    #expect(suite.attributes["tests"] == "\(rules.count)")
    #expect(suite.attributes["failures"] == "0")
    #expect(suite.attributes["skipped"] == "0")
    #expect(suite.attributes["time"] == "0.051")
    #expect(suite.attributes["timestamp"] == "2025-11-30T10:53:20")
    #expect(elements.named("testsuites").first?.attributes["tests"] == "\(rules.count)")
    let classes = Set(cases.compactMap { $0.attributes["classname"] })
    #expect(classes == ["healthy.stall", "healthy.misuse"])
    #expect(elements.named("system-out").map(\.text) == ["nothing is stalled"])
  }

  @Test
  func anErrorFailsItsRule() throws {
    let elements = try report(input: stuck)
    let failure = try #require(elements.named("failure").first)
    #expect(elements.named("failure").count == 1)
    let trace = Trace(TraceScript.stuckRun().log(endMs: 500))
    let finding = try #require(trace.diagnosis().findings.first)
    #expect(failure.attributes["message"] == finding.sentence)
    #expect(failure.attributes["type"] == "dependency-cycle")
    #expect(failure.text.contains("proof   "))
    #expect(failure.text.contains("change  "))
    for element in elements.named("testsuites") + elements.named("testsuite") {
      #expect(element.attributes["failures"] == "1")
    }
    #expect(CommandRun("diagnose", "-", "--junit", input: stuck).exitCode == .stuck)
  }

  @Test
  func whatIsAllowedIsSkipped() throws {
    let elements = try report("--allow=dependency-cycle", input: stuck)
    #expect(elements.named("failure").isEmpty)
    let skipped = try #require(elements.named("skipped").first)
    #expect(skipped.attributes["message"]?.hasPrefix("allowed: fetch and store") == true)
    #expect(elements.named("testsuite").first?.attributes["skipped"] == "1")
    #expect(elements.named("testsuite").first?.attributes["failures"] == "0")
  }

  @Test
  func aWarningIsToldAndFailsOnlyWhereItIsToCount() throws {
    let name = "ran-after-cancelled-dependency"
    let mild = try report(input: misused())
    #expect(mild.named("failure").isEmpty)
    let told = try #require(mild.named("system-out").first)
    #expect(told.path == ["testsuites", "testsuite", "testcase"])
    #expect(told.text.components(separatedBy: "warning: \(name)").count == 3)

    let strict = try report("--strict", input: misused())
    let failure = try #require(strict.named("failure").first)
    #expect(failure.attributes["type"] == name)
    #expect(failure.attributes["message"]?.hasPrefix("2 findings; the first: ") == true)
    #expect(failure.text == told.text)
    #expect(CommandRun("diagnose", "-", "--junit", input: misused()).exitCode == .success)
    #expect(
      CommandRun("diagnose", "-", "--junit", "--strict", input: misused()).exitCode == .stuck
    )
  }

  @Test
  func whatIsMissingInATraceIsTold() throws {
    let bytes = TraceScript.stuckRun().log(endMs: 500).fileBytes(lost: 3)
    let run = CommandRun("diagnose", "-", "--junit", input: bytes)
    let elements = try #require(XMLElements(run.output))
    #expect(elements.named("system-err").first?.text.contains("3 events were lost") == true)
  }

  @Test
  func withoutAProgramTheFileNamesTheSuite() throws {
    let script = TraceScript.stuckRun()
    script.header.program = ""
    let elements = try report(input: script.log(endMs: 500).fileBytes())
    #expect(elements.named("testsuite").first?.attributes["name"] == "standard input")
  }

  @Test
  func namesFromStrangersDoNoHarm() throws {
    let name = "\u{1B}[2J\u{0}\u{FFFE}\"'&<x>]]>\u{202E}\n\u{85}\u{1F600}"
    let script = TraceScript()
    script.header.program = name
    let (queue, loop) = (script.queue(name), script.operation(name))
    let other = script.operation("other")
    script.at(ms: 0).depend(loop, on: other).depend(other, on: loop)
    script.at(ms: 1).enqueue(loop, on: queue).enqueue(other, on: queue)
    let run = CommandRun("diagnose", "-", "--junit", input: script.log(endMs: 900).fileBytes())
    let elements = try #require(XMLElements(run.output))
    let message = try #require(elements.named("failure").first?.attributes["message"])
    #expect(message.contains(#"\u{1B}[2J\0\u{FFFE}"'&<x>]]>\u{202E}\n"#), "\(message)")
    let scalars = run.output.unicodeScalars.filter { $0 != "\n" }
    #expect(!scalars.contains { $0.properties.generalCategory == .control })
    #expect(!scalars.contains { $0.properties.generalCategory == .format })
  }

  @Test(.enabled(if: JUnitShape.canBeChecked))
  func itHasTheUsualShape() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(Array(JUnitShape.schema.utf8), to: "junit.xsd")
    let healthy = TraceScript.healthyRun().log()
    let reports = [
      CommandRun("diagnose", "-", "--junit", input: healthy.fileBytes()).output,
      CommandRun("diagnose", "-", "--junit", input: stuck).output,
      CommandRun("diagnose", "-", "--junit", input: healthy.fileBytes(lost: 1)).output,
      CommandRun("diagnose", "-", "--junit", "--allow", "dependency-cycle", input: stuck).output,
      CommandRun("diagnose", "-", "--junit", input: misused()).output,
      CommandRun("diagnose", "-", "--junit", "--strict", input: misused()).output,
    ]
    func complaints(about report: String) throws -> String {
      let path = try folder.write(Array(report.utf8), to: "report.xml")
      let run = try ExternalTool("/usr/bin/xmllint", ["--noout", "--schema", schema, path])
      return run.status == 0 ? "" : run.errors
    }
    for report in reports { #expect(try complaints(about: report) == "") }
    let spoilt = reports[1].replacing("<failure message=", with: "<failure words=")
    #expect(try complaints(about: spoilt).contains("words"))
  }
}
