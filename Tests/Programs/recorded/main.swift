// A program that knows nothing of a tracer: what the tests of `optrace record` run. The first argument says what it does.
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

/// Copies standard input to standard output, byte by byte as it comes.
func copy() {
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(STDIN_FILENO, &block, block.count)
    guard count > 0 else { return }
    var written = 0
    while written < count {
      let more = block[written..<count].withUnsafeBytes {
        write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      guard more > 0 else { return }
      written += more
    }
  }
}

/// Says which signals come, until one says to quit.
func tellSignals() -> Never {
  var set = sigset_t()
  sigemptyset(&set)
  for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGWINCH, SIGCONT] {
    sigaddset(&set, number)
  }
  sigprocmask(SIG_BLOCK, &set, nil)
  say("ready \(getpid())")
  while true {
    var number: Int32 = 0
    sigwait(&set, &number)
    say("signal \(number)")
    if number == SIGQUIT { exit(7) }
  }
}

/// What the system says of this process that whoever starts it has a hand in.
func tellState() {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  for line in status.split(separator: "\n")
  where line.hasPrefix("SigBlk") || line.hasPrefix("SigIgn") {
    say(String(line))
  }
  say("folder \(FileManager.default.currentDirectoryPath)")
  for descriptor in Int32(0)..<10 where fcntl(descriptor, F_GETFD) >= 0 {
    say("descriptor \(descriptor)")
  }
}

/// Two operations that wait for each other, as long as it takes.
func hang() -> Never {
  let (first, second) = (BlockOperation {}, BlockOperation {})
  (first.name, second.name) = ("first", "second")
  first.addDependency(second)
  second.addDependency(first)
  let queue = OperationQueue()
  queue.addOperations([first, second], waitUntilFinished: false)
  say("ready \(getpid())")
  while true { sleep(1_000) }
}

func work() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 2
  for number in 0..<5 {
    let operation = BlockOperation {}
    operation.name = "piece \(number)"
    queue.addOperation(operation)
  }
  queue.waitUntilAllOperationsAreFinished()
}

let words = CommandLine.arguments
if words.dropFirst().first != "state" {
  // Whoever runs the tests may have blocked signals in the threads that do.
  var none = sigset_t()
  sigemptyset(&none)
  sigprocmask(SIG_SETMASK, &none, nil)
}
switch words.dropFirst().first {
case "arguments":
  for position in 0..<Int(CommandLine.argc) {
    guard let word = CommandLine.unsafeArgv[position] else { continue }
    let bytes = UnsafeRawBufferPointer(start: word, count: strlen(word))
    say(bytes.map { String($0) }.joined(separator: " "))
  }
case "copy": copy()
case "exit": exit(Int32(words[2]) ?? 0)
case "die":
  signal(Int32(words[2]) ?? SIGTERM, SIG_DFL)
  kill(getpid(), Int32(words[2]) ?? SIGTERM)
  sleep(1_000)
case "signals": tellSignals()
case "state": tellState()
case "hang": hang()
case "run":
  // For a shell, which can't do its work with signals that are blocked.
  let program = words.dropFirst(2).map { strdup($0) } + [nil]
  execv(words[2], program)
case "pause":
  usleep(1_000_000)
  exit(3)
case "nest":
  let child = Process()
  child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  child.arguments = ["work"]
  try child.run()
  child.waitUntilExit()
case "work": work()
default: say("nothing to do")
}
