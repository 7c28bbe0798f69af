import Foundation
import Testing
import TraceEvents
import TraceRecording
import TraceTestSupport

struct RecordingSettingsTests {
  private func settings(_ variables: [RecordingSettings.Variable: String]) -> RecordingSettings {
    RecordingSettings { variables[$0] }
  }

  @Test func nothingIsAskedForByDefault() {
    for settings in [settings([:]), settings([.file: "", .stallAfter: "", .follow: ""])] {
      #expect(settings.file == nil)
      #expect(settings.path(forProcess: 7) == nil)
      #expect(settings.stallAge == nil)
      #expect(!settings.followsChildren)
      #expect(settings.problems.isEmpty)
    }
  }

  @Test func everyVariableIsRead() {
    let settings = settings([.file: "a/%p-%p.optrace", .stallAfter: "1.5s", .follow: "1"])
    #expect(settings.path(forProcess: 42) == "a/42-42.optrace")
    #expect(settings.stallAge == .milliseconds(1500))
    #expect(settings.followsChildren)
    #expect(settings.problems.isEmpty)
  }

  /// A process that became another program, under the same number.
  @Test func aSecondProgramOfAProcessHasAFileOfItsOwn() throws {
    let folder = try TemporaryFolder()
    var settings = settings([.file: folder.file("%p.optrace"), .follow: "1"])
    #expect(settings.path(forProcess: 7) == folder.file("7.optrace"))
    _ = try folder.write([], to: "7.optrace")
    #expect(settings.path(forProcess: 7) == folder.file("7-2.optrace"))
    _ = try folder.write([], to: "7-2.optrace")
    #expect(settings.path(forProcess: 7) == folder.file("7-3.optrace"))
    settings.followsChildren = false
    #expect(settings.path(forProcess: 7) == folder.file("7.optrace"))
  }

  @Test func childrenNeedFilesOfTheirOwn() {
    let settings = settings([.file: "run.optrace", .follow: "1"])
    #expect(!settings.followsChildren)
    #expect(settings.path(forProcess: 42) == "run.optrace")
    #expect(
      settings.problems == [
        "OPTRACE_FOLLOW needs %p in OPTRACE_FILE, or all would write into one file; "
          + "children are not traced"
      ]
    )
  }

  @Test(arguments: [RecordingSettings.Variable.stallAfter, .follow])
  func everythingNeedsAFile(variable: RecordingSettings.Variable) {
    let settings = settings([variable: variable == .follow ? "1" : "5s"])
    #expect(settings.problems.count == 1)
    #expect(settings.problems.first?.hasPrefix("\(variable.rawValue) needs OPTRACE_FILE; ") == true)
    #expect(settings.stallAge == nil)
    #expect(!settings.followsChildren)
  }

  @Test(arguments: ["soon", "5", "0s", "-1s", "\u{1B}[31m", "five\u{202E}s", "\n"])
  func whatIsNotUnderstoodIsSaidInOneLineOfAscii(word: String) {
    for variable in [RecordingSettings.Variable.stallAfter, .follow] {
      let settings = settings([.file: "%p", variable: word])
      #expect(settings.problems.count == 1)
      #expect(settings.problems.first?.hasPrefix("\(variable.rawValue) is ") == true)
      #expect(settings.problems.first?.utf8.allSatisfy { (0x20..<0x7F).contains($0) } == true)
      #expect(settings.file == "%p")
      #expect(settings.stallAge == nil)
      #expect(!settings.followsChildren)
    }
  }

  @Test(arguments: [
    ("64MiB", TraceBound(bytes: 64 << 20)), ("2048KiB", TraceBound(bytes: 2 << 20)),
    ("2GiB", TraceBound(bytes: 2 << 30)),
    ("10min", TraceBound(bytes: 128 << 20, nanoseconds: 600_000_000_000)),
  ])
  func aBoundIsASizeOrATime(word: String, bound: TraceBound) {
    let settings = settings([.file: "run.optrace", .keep: word])
    #expect(settings.bound?.trace == bound)
    #expect(settings.copySignal == SIGUSR2)
    #expect(settings.problems.isEmpty)
  }

  @Test(arguments: ["64", "64MB", "1023KiB", "MiB", "-1MiB", "500ms", "99999999999GiB", "65GiB"])
  func anyOtherBoundIsRefused(word: String) {
    let settings = settings([.file: "run.optrace", .keep: word])
    #expect(settings.bound == nil)
    #expect(settings.copySignal == nil)
    #expect(settings.problems.count == 1)
    #expect(settings.problems.first?.hasSuffix("; everything is kept") == true)
  }

  @Test func theSignalForCopiesCanBeChosen() {
    func chosen(_ word: String) -> RecordingSettings {
      settings([.file: "run.optrace", .keep: "1MiB", .copySignal: word])
    }
    #expect(chosen("SIGUSR1").copySignal == SIGUSR1)
    #expect(chosen("none").copySignal == nil)
    #expect(chosen("none").problems.isEmpty)
    #expect(chosen("SIGKILL").copySignal == nil)
    #expect(chosen("SIGKILL").problems.count == 1)
    #expect(settings([.file: "run.optrace", .copySignal: "SIGUSR1"]).problems.count == 1)
  }
}
