import Foundation

/// States that asynchronous classes publish wrongly.
extension FieldCase {
  static let publication = [
    FieldCase("finishes-without-telling") { scanPages(Untold.init) },
    FieldCase("tells-by-key-path") { scanPages(ToldByKeyPath.init) },
    FieldCase("finishes-inside-start", finishesInsideStart),
    FieldCase("one-path-forgets-to-finish", onePathForgetsToFinish),
    FieldCase("finishes-only-while-executing", finishesOnlyWhileExecuting),
    FieldCase("finished-twice", finishedTwice),
    FieldCase("goes-back-to-unfinished", goesBackToUnfinished),
    FieldCase("start-only-calls-main", startOnlyCallsMain),
    FieldCase("works-on-after-main", worksOnAfterMain),
    FieldCase("notifies-under-its-lock", notifiesUnderItsLock),
    FieldCase("notifies-under-its-queue", notifiesUnderItsQueue),
  ]

  /// Cases 1 and its control: three pages through one slot.
  private static func scanPages(
    _ page: (String, @escaping @Sendable (Asynchronous) -> Void) -> Operation
  ) {
    let scanner = queue("scanner", limit: 1)
    let pages = (1...3).map { number in
      page("page \(number)") { page in
        later {
          page.finish()
          if page is Untold { stuck() }
        }
      }
    }
    scanner.addOperations(pages, waitUntilFinished: true)
  }

  private static func finishesInsideStart() {
    let cache = queue("cache", limit: 1)
    let lookUps = (1...3).map { Asynchronous("look-up \($0)") { $0.finish() } }
    cache.addOperations(lookUps, waitUntilFinished: true)
  }

  /// Case 3.
  private static func onePathForgetsToFinish() {
    let transfers = queue("transfers", limit: 1)
    let upload = Asynchronous("upload") { upload in
      transfer { error in
        guard error == nil else { return stuck() }
        upload.finish()
      }
    }
    transfers.addOperations([upload, block("next upload")], waitUntilFinished: true)
  }

  private static func transfer(_ callback: @escaping @Sendable ((any Error)?) -> Void) {
    later { callback(CocoaError(.fileReadNoPermission)) }
  }

  /// Case 4.
  private static func finishesOnlyWhileExecuting() {
    let requests = queue("requests", limit: 1)
    let isCancelled = signal()
    let refresh = FinishesOnlyWhileExecuting("refresh")
    requests.addOperation(block("sign in") { isCancelled.wait() })
    requests.addOperation(refresh)
    requests.addOperation(block("sign out"))
    refresh.cancel()
    isCancelled.signal()
    requests.waitUntilAllOperationsAreFinished()
  }

  /// Case 6: the two paths come on threads of their own.
  private static func finishedTwice() {
    let requests = queue("requests")
    let isFinished = signal()
    let request = Asynchronous("request") { request in
      Thread.detachNewThread {
        request.finish()
        isFinished.signal()
      }
    }
    let parse = block("parse")
    parse.addDependency(request)
    requests.addOperations([request, parse], waitUntilFinished: false)
    isFinished.wait()
    request.finish()
    requests.waitUntilAllOperationsAreFinished()
  }

  /// Case 6, the other side of it: what has been finished is so no more.
  private static func goesBackToUnfinished() {
    let retries = queue("retries")
    let send = Asynchronous("send") { $0.finish() }
    run(send, in: retries)
    send.enter(.ready)
    stuck()
    send.waitUntilFinished()
  }

  /// Case 7.
  private static func startOnlyCallsMain() {
    let imports = queue("imports", limit: 1)
    let files = (1...2).map { StartOnlyCallsMain("file \($0)") }
    imports.addOperations(files, waitUntilFinished: true)
  }

  /// Case 8.
  private static func worksOnAfterMain() {
    let session = queue("session", limit: 1)
    let answers = signal()
    let login = AsynchronousMain("login", answers)
    let profile = AsynchronousMain("profile", answers)
    profile.addDependency(login)
    session.addOperations([login, profile], waitUntilFinished: true)
    for _ in 1...2 { answers.wait() }
  }

  /// Case 10.
  private static func notifiesUnderItsLock() {
    let uploads = queue("uploads", limit: 1)
    let upload = NotifiesUnderItsLock()
    upload.name = "upload"
    uploads.addOperations([upload, block("next upload")], waitUntilFinished: true)
  }

  /// Case 10 with a dispatch queue for the lock, which notices.
  private static func notifiesUnderItsQueue() {
    let upload = NotifiesUnderItsQueue()
    upload.name = "upload"
    run(upload, in: queue("uploads"))
  }
}

private final class Untold: Asynchronous, @unchecked Sendable {
  override func enter(_ state: State) {
    change(to: state)
  }
}

private final class ToldByKeyPath: Asynchronous, @unchecked Sendable {
  override func enter(_ state: State) {
    change(to: state)
    if state == .finished {
      didChangeValue(for: \.isFinished)
    } else {
      didChangeValue(for: \.isExecuting)
    }
  }
}

private final class FinishesOnlyWhileExecuting: Asynchronous, @unchecked Sendable {
  override func start() {
    super.start()
    stuck()
  }

  override func finish() {
    guard isExecuting else { return }
    super.finish()
  }
}

private final class StartOnlyCallsMain: Operation, @unchecked Sendable {
  init(_ name: String) {
    super.init()
    self.name = name
  }

  override func start() {
    main()
    stuck()
  }

  override func main() {}
}

private final class AsynchronousMain: Operation, @unchecked Sendable {
  private let answers: DispatchSemaphore

  init(_ name: String, _ answers: DispatchSemaphore) {
    self.answers = answers
    super.init()
    self.name = name
  }

  override var isAsynchronous: Bool { true }

  override func main() {
    later { [answers] in answers.signal() }
  }
}

private final class NotifiesUnderItsLock: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var isRunning = false

  override var isExecuting: Bool { lock.withLock { isRunning } }

  override func start() {
    lock.lock()
    isRunning = true
    stuck()
    didChangeValue(forKey: "isExecuting")
    lock.unlock()
  }
}

private final class NotifiesUnderItsQueue: Operation, @unchecked Sendable {
  private let state = DispatchQueue(label: "state")
  private var isRunning = false

  override var isExecuting: Bool { state.sync { isRunning } }

  override func start() {
    state.sync {
      isRunning = true
      didChangeValue(forKey: "isExecuting")
    }
  }
}
