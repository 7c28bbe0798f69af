#if os(Linux)
import CThreadStacks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a thread of this process does at a moment, as the kernel says it; the thread does not notice that it was asked.
enum ThreadState: Equatable {
  /// It computes, or could.
  case running
  /// It is blocked in the kernel: in which system call, and where its stack and its code stand.
  case blocked(call: Int, stackPointer: UInt64, programCounter: UInt64)

  /// Asks; nil when there is no such thread, or the system does not say.
  init?(of thread: UInt32) {
    guard let text = Self.contents(of: "/proc/self/task/\(thread)/syscall") else { return nil }
    self.init(text: text)
  }

  /// Reads what the kernel said: "running", or the number of the call with its arguments, the stack pointer and the program
  /// counter; -1 and those two when it is blocked otherwise.
  init?(text: String) {
    let fields = text.split { $0 == " " || $0 == "\n" }
    if fields.first == "running" {
      self = .running
      return
    }
    guard fields.count >= 3, let call = Int(fields[0]),
      let stackPointer = Self.address(fields[fields.count - 2]),
      let programCounter = Self.address(fields[fields.count - 1])
    else { return nil }
    self = .blocked(call: call, stackPointer: stackPointer, programCounter: programCounter)
  }

  /// What the thread is blocked in, in a word or two; nil when it is not.
  var callName: String? {
    guard case .blocked(let call, _, _) = self else { return nil }
    if call < 0 { return "a page fault" }
    return ots_system_call_name(call).map { String(cString: $0) } ?? "system call \(call)"
  }

  private static func address(_ field: Substring) -> UInt64? {
    field.hasPrefix("0x") ? UInt64(field.dropFirst(2), radix: 16) : nil
  }

  /// The first bytes of a small file of the system.
  private static func contents(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
#endif
