import Foundation

/// Writes to both streams in turn.
func interleaved() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  for number in 0..<50 {
    queue.addOperation {
      FileHandle.standardOutput.write(Data("out \(number)\n".utf8))
      FileHandle.standardError.write(Data("error \(number)\n".utf8))
    }
  }
  queue.waitUntilAllOperationsAreFinished()
}

/// Numbers the lines of standard input.
func input() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  var number = 0
  while let line = readLine() {
    number += 1
    queue.addOperation { [number] in print("\(number): \(line)") }
  }
  queue.waitUntilAllOperationsAreFinished()
}

func arguments() {
  for argument in CommandLine.arguments.dropFirst() { print(argument.debugDescription) }
}

/// What a program can see of the process that it is in.
func facts() {
  print("errno \(errno)")
  environment()
  print("umask \(String(umask(0o22), radix: 8))")
  print("folder \(FileManager.default.currentDirectoryPath)")
  for resource in 0..<16 {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(UInt32(resource)), &limit)
    print("limit \(resource) \(limit.rlim_cur) \(limit.rlim_max)")
  }
  var mask = sigset_t()
  pthread_sigmask(SIG_BLOCK, nil, &mask)
  // A library that records into a mapped file catches the signal that comes when the file is cut.
  for number in 1..<Int32(65) where number != SIGBUS {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { continue }
    let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    print("signal \(number) \(handler) \(action.sa_flags) \(sigismember(&mask, number))")
  }
  for descriptor in Int32(0)..<256 where fcntl(descriptor, F_GETFD) >= 0 {
    print("descriptor \(descriptor)")
  }
  let file = open("/dev/null", O_RDONLY)
  print("next descriptor \(file)")
  close(file)
  print("thread", (try? String(contentsOfFile: "/proc/self/comm", encoding: .utf8)) ?? "unknown")
  serial()
}

/// Whoever starts a program may hand the environment on in any order.
func environment() {
  var variables: [String] = []
  var entry = environ
  while let variable = entry.pointee {
    variables.append(String(cString: variable))
    entry += 1
  }
  for variable in variables.sorted() { print(variable) }
}

/// Handles a signal that interrupts its operations again and again.
func handler() {
  // A constant is made when it is first asked for; within that, the signal would wait for itself.
  Alarms.count.pointee = 0
  signal(SIGALRM) { _ in Alarms.count.pointee += 1 }
  unblock(SIGALRM)
  ualarm(200, 200)
  let queue = OperationQueue()
  var added = 0
  while Alarms.count.pointee < 200 {
    added += 1
    queue.addOperations([Decode(added)], waitUntilFinished: true)
  }
  ualarm(0, 0)
  print("handled")
}

private enum Alarms {
  nonisolated(unsafe) static let count: UnsafeMutablePointer<Int> = {
    let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    count.initialize(to: 0)
    return count
  }()
}

/// A daemon closes what it did not open, and its own files get the numbers.
func closing() {
  for descriptor in Int32(3)..<5_000 { close(descriptor) }
  var files: [Int32] = []
  while files.last ?? 0 < 1_010 {
    let file = open("closing.txt", O_RDWR | O_CREAT, 0o600)
    guard file >= 0 else { break }
    files.append(file)
  }
  write(files[0], "mine", 4)
  for _ in 0..<100 { pipeline() }
  var status = stat()
  fstat(files[0], &status)
  print("files \(files.count), first \(files[0]), \(status.st_size) bytes")
}

/// Goes to another folder after its beginning.
func elsewhere() {
  chdir("/")
  for descriptor in Int32(3)..<5_000 { close(descriptor) }
  for _ in 0..<100 { pipeline() }
}
