/// Where in the source of a test an expectation stands.
struct CallSite: Sendable {
  /// The module and the file, such as "ImportTests/ImportTests.swift".
  var fileID: StaticString
  /// The path of the file.
  var filePath: StaticString
  /// The line, from one.
  var line: UInt
  /// The column, from one.
  var column: UInt
}
