import Foundation

/// Classes that decide by themselves when they are ready or cancelled.
extension FieldCase {
  static let readiness = [
    FieldCase("readiness-ignores-dependencies", readinessIgnoresDependencies),
    FieldCase("gate-opened-silently") { openGate { _ in stuck() } },
    FieldCase("gate-opened-and-told") { openGate { $0.didChangeValue(forKey: "isReady") } },
    FieldCase("gate-found-open-by-chance", gateFoundOpenByChance),
    FieldCase("gate-never-opened", gateNeverOpened),
    FieldCase("slow-getter-loses-wake-up", slowGetterLosesWakeUp),
    FieldCase("cancel-does-not-reach-super", cancelDoesNotReachSuper),
  ]

  /// Case 11.
  private static func readinessIgnoresDependencies() {
    let steps = queue("steps")
    let hasOvertaken = signal()
    let first = block("first") { hasOvertaken.wait() }
    let second = AlwaysReady("second") { hasOvertaken.signal() }
    second.addDependency(first)
    steps.addOperations([first, second], waitUntilFinished: true)
  }

  /// Case 12.
  private static func openGate(_ tell: (Gated) -> Void) {
    let doors = queue("doors")
    let enter = Gated("enter")
    doors.addOperation(enter)
    enter.open()
    tell(enter)
    enter.waitUntilFinished()
  }

  /// Case 12: another operation's end makes the queue ask again, nearly always.
  private static func gateFoundOpenByChance() {
    let doors = queue("doors")
    let enter = Gated("enter")
    doors.addOperation(enter)
    enter.open()
    wait {
      run(block("passer-by"), in: doors)
      return enter.isFinished
    }
  }

  /// Case 12 with the gate shut.
  private static func gateNeverOpened() {
    let doors = queue("doors")
    let enter = Gated("enter")
    doors.addOperation(enter)
    stuck()
    enter.waitUntilFinished()
  }

  /// Case 14: its dependency finishes while `addOperation` still asks whether it is ready.
  private static func slowGetterLosesWakeUp() {
    let (lookUps, pages) = (queue("look-ups"), queue("pages"))
    let page = SlowToSayNo("page")
    let lookUp = block("look-up") { page.isAsked.wait() }
    lookUp.completionBlock = { page.isReleased.signal() }
    page.addDependency(lookUp)
    lookUps.addOperation(lookUp)
    page.isBeingAdded = true
    pages.addOperation(page)
    stuck()
    page.waitUntilFinished()
  }

  /// Case 15.
  private static func cancelDoesNotReachSuper() {
    let indexing = queue("indexing", limit: 1)
    let (isRunning, isCancelled) = (signal(), signal())
    indexing.addOperation(
      block("open index") {
        isRunning.signal()
        isCancelled.wait()
      }
    )
    let index = OwnCancelFlag()
    index.name = "index documents"
    indexing.addOperation(index)
    isRunning.wait()
    indexing.cancelAllOperations()
    isCancelled.signal()
    indexing.waitUntilAllOperationsAreFinished()
  }
}

/// Thinks nothing of what it depends on.
final class AlwaysReady: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ name: String, _ body: @escaping @Sendable () -> Void = {}) {
    self.body = body
    super.init()
    self.name = name
  }

  override var isReady: Bool { true }

  override func main() {
    body()
  }
}

private final class Gated: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var isOpen = false

  init(_ name: String) {
    super.init()
    self.name = name
  }

  override var isReady: Bool { super.isReady && lock.withLock { isOpen } }

  func open() {
    lock.withLock { isOpen = true }
  }
}

private final class SlowToSayNo: Operation, @unchecked Sendable {
  let isAsked = signal()
  let isReleased = signal()
  // Set before any other thread can see the operation.
  var isBeingAdded = false

  init(_ name: String) {
    super.init()
    self.name = name
  }

  override var isReady: Bool {
    if super.isReady { return true }
    guard isBeingAdded else { return false }
    isAsked.signal()
    isReleased.wait()
    // Until the thread that released it is through with it.
    usleep(50_000)
    return false
  }
}

private final class OwnCancelFlag: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var wantsToStop = false

  override func cancel() {
    lock.withLock { wantsToStop = true }
  }

  override func main() {
    usleep(150_000)
  }
}
