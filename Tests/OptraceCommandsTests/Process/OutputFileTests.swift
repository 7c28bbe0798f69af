import Foundation
import Testing
import TraceTestSupport

@testable import OptraceCommands

struct OutputFileTests {
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test
  func aFileIsWrittenAndReplaced() throws {
    let folder = try TemporaryFolder()
    try OutputFile(folder.file("a.dot")).write(Array("long text".utf8))
    try OutputFile(folder.file("a.dot")).write(Array("new".utf8))
    #expect(try folder.read("a.dot") == Array("new".utf8))
    #expect(try folder.names() == ["a.dot"])
  }

  @Test
  func aFileKeepsItsPermissions() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1], to: "a.dot")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try OutputFile(path).write([2])
    #expect(try mode(path) == 0o640)
    #expect(try folder.read("a.dot") == [2])
  }

  @Test
  func aLinkStaysALink() throws {
    let folder = try TemporaryFolder()
    let target = try folder.write([1], to: "target.dot")
    let link = folder.file("link.dot")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    try OutputFile(link).write([2])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(try folder.read("target.dot") == [2])
  }

  @Test
  func whatIsNoRegularFileIsWrittenTo() throws {
    try OutputFile("/dev/null").write([1, 2, 3])
    #expect(access("/dev/null", F_OK) == 0)
    var status = stat()
    #expect(stat("/dev/null", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test
  func aFailureSaysWhyAndWhatToDo() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([1], to: "file")
    let cases = [
      (
        folder.file("no/such/a.svg"),
        "No such file or directory; make the folder first: mkdir -p \(folder.path)/no/such"
      ),
      (folder.path, "Is a directory; it is a folder, name a file"),
      ("\(file)/a.svg", "Not a directory; a part of the path is a file"),
      ("/dev/full", "No space left on device; make room, or choose another place"),
    ]
    for (path, words) in cases {
      let failure = #expect(throws: CommandFailure.self) { try OutputFile(path).write([1]) }
      #expect(failure?.exitCode == .cantWrite)
      #expect(failure?.message == "can't write \(path): \(words)")
    }
    #expect(try folder.names() == ["file"])
  }

  @Test(arguments: [
    (EACCES, "Permission denied; choose another place"),
    (EROFS, "Read-only file system; choose another place"),
    (EFBIG, "File too large; choose another file"),
  ])
  func everyFailureHasItsWords(number: Int32, words: String) {
    let failure = OutputFile.failure(path: "a\u{1B}.svg", errno: number)
    #expect(failure.message == "can't write a\\u{1B}.svg: \(words)")
  }

  @Test
  func aFolderThatIsTheCurrentOneIsNamed() {
    let failure = OutputFile.failure(path: "a.svg", errno: ENOENT)
    #expect(failure.message.hasSuffix("make the folder first: mkdir -p ."))
  }
}
