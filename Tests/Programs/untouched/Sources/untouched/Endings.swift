import Foundation

private func inOperation(_ body: @escaping @Sendable () -> Void) {
  let queue = OperationQueue()
  queue.addOperation(body)
  queue.waitUntilAllOperationsAreFinished()
}

func fatal() { inOperation { fatalError("out of paper") } }

func trap() { inOperation { print([1, 2, 3][CommandLine.arguments.count + 5]) } }

func fault() {
  inOperation { UnsafeMutablePointer<Int>(bitPattern: 16)?.pointee = 1 }
}

/// Reads from a file of its own that was cut.
func cutMapping() {
  inOperation {
    let file = open("mapped.txt", O_RDWR | O_CREAT, 0o600)
    ftruncate(file, 4_096)
    let memory = mmap(nil, 4_096, PROT_READ, MAP_SHARED, file, 0)
    ftruncate(file, 0)
    print(memory?.load(as: UInt8.self) ?? 1)
  }
}

/// Is sent the signal that cut files bring.
func busSignal() {
  unblock(SIGBUS)
  inOperation {
    kill(getpid(), SIGBUS)
    sleep(60)
  }
}

func aborted() { inOperation { abort() } }

func terminated() {
  unblock(SIGTERM)
  // Another thread may take it.
  inOperation {
    kill(getpid(), SIGTERM)
    while true { pause() }
  }
}

/// Lets a signal through that whoever started the program may have blocked.
func unblock(_ number: Int32) {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, number)
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}

func status() {
  serial()
  exit(3)
}

func exitInOperation() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  queue.addOperation { print("one") }
  queue.addOperation { exit(7) }
  queue.addOperation { print("three") }
  queue.waitUntilAllOperationsAreFinished()
}

func exitInHandler() {
  signal(SIGALRM) { _ in exit(9) }
  unblock(SIGALRM)
  ualarm(30_000, 0)
  endless()
}

func exitAtOnce() {
  serial()
  fflush(nil)
  _exit(5)
}

/// An operation that never finishes.
func hangs() {
  let queue = OperationQueue()
  queue.name = "pending"
  let operation = Forgetful()
  operation.name = "forgetful"
  let next = Step()
  next.name = "next"
  next.addDependency(operation)
  queue.addOperations([operation, next], waitUntilFinished: true)
}

/// An operation that waits for what nobody signals.
func blocked() {
  inOperation { DispatchSemaphore(value: 0).wait() }
}

/// Operations for ever.
func endless() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 4
  var number = 0
  while true {
    let decode = Decode(number)
    let download = Download(number)
    decode.addDependency(download)
    queue.addOperations([decode, download], waitUntilFinished: number % 50 == 0)
    number += 1
  }
}

/// An asynchronous operation that says that it executes, and nothing more.
final class Forgetful: Operation, @unchecked Sendable {
  // Without state of its own.
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { true }
  override var isFinished: Bool { false }
  override func start() {}
}
