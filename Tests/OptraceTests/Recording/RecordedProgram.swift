import Foundation
import TraceTestSupport

/// What the tests of `optrace record` run, and what stands in for the tracer where it does not matter.
enum RecordedProgram {
  /// A program of many modes that links Foundation and no tracer.
  static var path: String { TestProgram.url(of: "tracing-recorded").path }

  /// A library that does nothing, so that what is seen is what the command does to a program, and not what the tracer does.
  static let idleLibrary = Result {
    try compile("int optrace_idle;", "libidle.so", ["-shared", "-fPIC"])
  }

  /// A library that no program has all symbols of.
  static let unsuitableLibrary = Result {
    try compile(
      "int of_no_library(void); int f(void) { return of_no_library(); }",
      "libunsuitable.so",
      ["-shared", "-fPIC"]
    )
  }

  /// A program without Foundation, which says what it was given and exits with 5.
  static let plain = Result {
    try compile(
      "#include <stdio.h>\nint main(int c, char **v) { printf(\"plain %d\\n\", c); return 5; }",
      "plain",
      []
    )
  }

  /// A program that needs no loader.
  static let standalone = Result {
    try compile("int main(void) { return 6; }", "standalone", ["-static"])
  }

  /// A program that looks as if Foundation were a part of it.
  static let withFoundationInIt = Result { try holding("_BarrierOperation", "with-foundation") }

  /// A program that looks as if the tracer were a part of it, and does not start it.
  static let withTracerInIt = Result { try holding("OperationTracing", "with-tracer") }

  private static func holding(_ string: String, _ name: String) throws -> String {
    let source = "const char held[] = \"\\0\(string)\"; int main(void) { return held[0]; }"
    return try compile(source, name, [])
  }

  /// Compiles C beside what the package's build makes; returns the path.
  private static func compile(
    _ source: String,
    _ name: String,
    _ options: [String]
  ) throws -> String {
    let place = TestProgram.url(of: name).path
    let folder = try TemporaryFolder()
    let code = try folder.write(Array(source.utf8), to: "\(name).c")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["clang", code, "-o", place] + options
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return place
  }
}
