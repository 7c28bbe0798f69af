#if os(Linux)
import TraceEvents
import TraceRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Finds the program that a word stands for, as a shell does.
enum ProgramSearch {
  /// The path of a program: the word itself when it has a slash in it, else the first in the folders of `PATH`.
  ///
  /// - Parameters:
  ///   - word: The program as it was given.
  ///   - folders: What `PATH` is set to; nil when it is not set.
  /// - Returns: The path, which need not be text.
  /// - Throws: A failure with the status that a shell would end with.
  static func path(of word: [UInt8], folders: [UInt8]?) throws(CommandFailure) -> [UInt8] {
    let shown = VisibleText.line(String(decoding: word, as: UTF8.self))
    guard !word.isEmpty else { throw CommandFailure(.notFound, "PROGRAM is empty; name a program") }
    let slash = UInt8(ascii: "/")
    if word.contains(slash) {
      let number = refusal(of: word)
      guard number != 0 else { return word }
      throw failure(shown, number, advice: advice(number))
    }
    var refused: Int32 = 0
    let standard = Array("/bin:/usr/bin".utf8)
    let parts = (folders ?? standard)
      .split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    for folder in parts {
      // An empty one is the working directory.
      let path = folder.isEmpty ? word : folder + [slash] + word
      let number = refusal(of: path)
      if number == 0 { return path }
      if number == EACCES { refused = number }
    }
    if refused != 0 { throw failure(shown, refused, advice: advice(refused)) }
    let isHere = refusal(of: word) == 0
    throw failure(
      shown,
      ENOENT,
      advice: isHere ? "did you mean ./\(shown)?" : "it is in no folder of PATH"
    )
  }

  /// The number of the error with which a file can't be run; zero for one that can.
  private static func refusal(of path: [UInt8]) -> Int32 {
    let path = path.map(CChar.init(bitPattern:)) + [0]
    var status = stat()
    guard stat(path, &status) == 0 else { return errno }
    if status.st_mode & S_IFMT == S_IFDIR { return EISDIR }
    guard status.st_mode & S_IFMT == S_IFREG else { return EACCES }
    return access(path, X_OK) == 0 ? 0 : errno
  }

  private static func advice(_ number: Int32) -> String {
    switch number {
    case ENOENT, ENOTDIR: "check the path"
    case EISDIR: "name a program in it"
    case EACCES: "is it a program? Then allow it: chmod +x"
    default: "check the path"
    }
  }

  /// What to say about a program that can't be run.
  static func failure(_ shown: String, _ number: Int32, advice: String? = nil) -> CommandFailure {
    let code: ExitCode =
      switch number {
      case ENOENT, ENOTDIR, ENAMETOOLONG: .notFound
      case EAGAIN, ENOMEM, EMFILE, ENFILE: .systemError
      default: .notExecutable
      }
    let end = advice.map { "; \($0)" } ?? ""
    return CommandFailure(
      code,
      "can't run \(shown): \(systemMessage(number))\(end)"
    )
  }
}
#endif
