import Foundation
import TraceAnalysis
import TraceEvents
import TraceRendering

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The file `optrace.json`: settings of a diagnosis that hold for all traces of a folder.
///
/// Its JSON is an object such as `{"allow": ["main-thread-wait"], "thresholds": {"stall": "10s", "chain": 5000}}`.
struct SettingsFile {
  static let name = "optrace.json"

  private let path: String

  /// The settings for a trace: of the file beside it, else of the one in the working directory; none where neither is.
  ///
  /// - Throws: A failure that names the file, what is wrong in it, and what would be right.
  static func settings(forTrace path: String) throws(CommandFailure) -> DiagnosisSettings {
    let folder = path == "-" ? nil : path.lastIndex(of: "/").map { String(path[...$0]) }
    for folder in [folder, ""].compactMap({ $0 }) {
      let file = SettingsFile(path: folder + name)
      if let bytes = try file.read() { return try file.settings(in: bytes) }
    }
    return DiagnosisSettings()
  }

  /// More is no file that someone wrote for this.
  private static let largest = 1 << 16

  /// The content of the file; nil where there is none.
  private func read() throws(CommandFailure) -> [UInt8]? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw unreadable(systemMessage(errno))
    }
    // Reading a pipe that nobody writes to would never end.
    guard status.st_mode & S_IFMT == S_IFREG else { throw unreadable("it is no regular file") }
    guard status.st_size <= Self.largest else {
      throw wrong("it is larger than \(CountText.grouped(Self.largest)) bytes")
    }
    do throws(TraceFileError) {
      return try readBytes(path: path)
    } catch {
      guard case .unreadable(_, let number) = error else { throw unreadable("it can't be opened") }
      throw unreadable(systemMessage(number))
    }
  }

  private func settings(in bytes: [UInt8]) throws(CommandFailure) -> DiagnosisSettings {
    guard case .object(let object) = try value(of: bytes) else {
      throw wrong(#"it must be an object such as {"allow": [], "thresholds": {"stall": "10s"}}"#)
    }
    var settings = DiagnosisSettings(file: path)
    for (key, value) in object.sorted(by: { $0.key < $1.key }) {
      switch key {
      case Self.allow: try read(allowed: value, into: &settings)
      case Self.thresholds: try read(thresholds: value, into: &settings)
      default:
        let known = [Self.allow, Self.thresholds]
        let meant = Suggestion.best(for: key, among: known).map { "did you mean \"\($0)\"?" }
        throw wrong(
          "there is no setting \"\(VisibleText.line(key))\"; "
            + (meant ?? "there are \"allow\" and \"thresholds\"")
        )
      }
    }
    return settings
  }

  private static let allow = "allow"
  private static let thresholds = "thresholds"

  private func read(
    allowed value: SettingsValue,
    into settings: inout DiagnosisSettings
  ) throws(CommandFailure) {
    guard case .list(let names) = value else {
      throw wrong(#""allow" must be a list of rules such as ["main-thread-wait"]"#, not: value)
    }
    for name in names {
      guard case .text(let rule) = name else {
        throw wrong(#""allow" must hold names of rules such as "main-thread-wait""#, not: name)
      }
      do throws(SettingError) {
        try settings.allow(rule)
      } catch {
        throw wrong("\"allow\": \(error.words)")
      }
    }
  }

  private func read(
    thresholds value: SettingsValue,
    into settings: inout DiagnosisSettings
  ) throws(CommandFailure) {
    guard case .object(let object) = value else {
      throw wrong(#""thresholds" must be an object such as {"stall": "10s"}"#, not: value)
    }
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      do throws(SettingError) {
        try settings.set(name, to: value.words)
      } catch {
        throw wrong("\"thresholds\": \(error.words)")
      }
    }
  }
}

// MARK: - JSON, and what is wrong with it

extension SettingsFile {
  private func value(of bytes: [UInt8]) throws(CommandFailure) -> SettingsValue {
    let data = Data(bytes)
    do {
      // Foundation's other reader says better where it gave up.
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      return try JSONDecoder().decode(SettingsValue.self, from: data)
    } catch {
      let detail = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
      throw wrong("it is not JSON\(Self.place(in: bytes, detail))")
    }
  }

  /// Where the reader of JSON gave up, in words, as far as its own words tell.
  private static func place(in bytes: [UInt8], _ detail: String) -> String {
    if detail.contains("end of file") { return "; is a bracket or a quote missing?" }
    guard let match = detail.firstMatch(of: /character (\d+)/), let offset = Int(match.1) else {
      return ""
    }
    let before = bytes.prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
    return " at line \(line), column \(column)"
  }

  private func wrong(_ words: String, not value: SettingsValue? = nil) -> CommandFailure {
    let found = value.map { ", not '\(VisibleText.line($0.words))'" } ?? ""
    return CommandFailure(.badData, "\(VisibleText.line(path)): \(words)\(found)")
  }

  private func unreadable(_ reason: String) -> CommandFailure {
    CommandFailure(
      .noInput,
      "can't read \(VisibleText.line(path)): \(reason); the diagnosis would take settings from it"
    )
  }
}
