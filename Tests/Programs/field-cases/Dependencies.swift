import Foundation

/// Operations that can never start, because they depend on each other.
extension FieldCase {
  static let cycles = [
    FieldCase("cycle-of-three", cycleOfThree),
    FieldCase("cycle-across-queues", cycleAcrossQueues),
    FieldCase("depends-on-itself", dependsOnItself),
  ]

  /// Case 17.
  private static func cycleOfThree() {
    let steps = queue("steps")
    let (a, b, c) = (block("a"), block("b"), block("c"))
    a.addDependency(c)
    c.addDependency(b)
    b.addDependency(a)
    stuck()
    steps.addOperations([a, b, c], waitUntilFinished: true)
  }

  /// Case 18.
  private static func cycleAcrossQueues() {
    let (net, db) = (queue("net"), queue("db"))
    let (fetch, store) = (block("fetch"), block("store"))
    fetch.addDependency(store)
    store.addDependency(fetch)
    net.addOperation(fetch)
    db.addOperation(store)
    stuck()
    db.waitUntilAllOperationsAreFinished()
  }

  /// Case 17 in small.
  private static func dependsOnItself() {
    let operation = block("narcissus")
    stuck()
    operation.addDependency(operation)
    run(operation, in: queue("pond"))
  }
}

/// Dependencies that are missing, too late, or do not do what they seem to.
extension FieldCase {
  static let dependencies = [
    FieldCase("dependency-never-enqueued", dependencyNeverEnqueued),
    FieldCase("dependency-added-after-start", dependencyAddedAfterStart),
    FieldCase("serial-queue-is-no-fifo", serialQueueIsNoFIFO),
    FieldCase("dependency-removed-before", dependencyRemovedBefore),
    FieldCase("dependency-removed-while-it-runs", dependencyRemovedWhileItRuns),
    FieldCase("dependency-removed-and-added-again", dependencyRemovedAndAddedAgain),
    FieldCase("runs-after-cancelled-dependency", runsAfterCancelledDependency),
    FieldCase("looks-at-its-dependency-and-gives-up", looksAtItsDependencyAndGivesUp),
    FieldCase("cancel-all-overtaken-by-a-step", cancelAllOvertakenByAStep),
    FieldCase("child-added-after-the-groups-end", childAddedAfterTheGroupsEnd),
    FieldCase("child-added-in-time", childAddedInTime),
    FieldCase("dependency-in-suspended-queue", dependencyInSuspendedQueue),
    FieldCase("added-in-reverse-order", addedInReverseOrder),
  ]

  /// Case 16.
  private static func dependencyNeverEnqueued() {
    let (load, show) = (block("load"), block("show"))
    show.addDependency(load)
    stuck()
    run(show, in: queue("screen"))
    withExtendedLifetime(load) {}
  }

  /// Case 20.
  private static func dependencyAddedAfterStart() {
    let (isRunning, isLate) = (signal(), signal())
    let steps = queue("steps")
    let consume = block("consume") {
      isRunning.signal()
      isLate.wait()
    }
    let produce = block("produce") { wait { consume.isFinished } }
    steps.addOperation(consume)
    isRunning.wait()
    consume.addDependency(produce)
    steps.addOperation(produce)
    isLate.signal()
    steps.waitUntilAllOperationsAreFinished()
  }

  /// Case 21.
  private static func serialQueueIsNoFIFO() {
    let (lookUps, steps) = (queue("look-ups"), queue("steps", limit: 1))
    let hasOvertaken = signal()
    let lookUp = block("look-up") { hasOvertaken.wait() }
    let second = block("second")
    second.addDependency(lookUp)
    lookUps.addOperation(lookUp)
    steps.addOperations(
      [block("first"), second, block("third") { hasOvertaken.signal() }],
      waitUntilFinished: true
    )
  }

  /// Case 22.
  private static func dependencyRemovedBefore() {
    let (load, show) = (block("load"), block("show"))
    show.addDependency(load)
    show.removeDependency(load)
    let screen = queue("screen")
    run(load, in: screen)
    stuck()
    run(show, in: screen)
  }

  private static func dependencyRemovedWhileItRuns() {
    let (isRunning, isRemoved) = (signal(), signal())
    let load = block("load") {
      isRunning.signal()
      isRemoved.wait()
    }
    let show = block("show")
    show.addDependency(load)
    let screen = queue("screen")
    screen.addOperations([load, show], waitUntilFinished: false)
    isRunning.wait()
    show.removeDependency(load)
    isRemoved.signal()
    load.waitUntilFinished()
    stuck()
    show.waitUntilFinished()
  }

  private static func dependencyRemovedAndAddedAgain() {
    let (load, show) = (block("load"), block("show"))
    show.addDependency(load)
    show.removeDependency(load)
    show.addDependency(load)
    let screen = queue("screen")
    screen.addOperations([load, show], waitUntilFinished: false)
    load.waitUntilFinished()
    stuck()
    show.waitUntilFinished()
  }

  /// Case 23.
  private static func runsAfterCancelledDependency() {
    let (download, parse) = (block("download"), block("parse"))
    parse.addDependency(download)
    download.cancel()
    queue("feeds").addOperations([download, parse], waitUntilFinished: true)
  }

  private static func looksAtItsDependencyAndGivesUp() {
    let (download, parse) = (block("download"), block("parse"))
    parse.addExecutionBlock { [unowned parse] in
      if parse.dependencies.contains(where: \.isCancelled) { parse.cancel() }
    }
    parse.addDependency(download)
    download.cancel()
    queue("feeds").addOperations([download, parse], waitUntilFinished: true)
  }

  /// Case 25, as it goes when the thread that cancels all of them is interrupted after the second.
  private static func cancelAllOvertakenByAStep() {
    let (isRunning, hasOvertaken, isCancelled) = (signal(), signal(), signal())
    let steps = [
      block("step 1") {
        isRunning.signal()
        isCancelled.wait()
      },
      block("step 2"),
      block("step 3") {
        hasOvertaken.signal()
        isCancelled.wait()
      },
      block("step 4"),
    ]
    for (step, next) in zip(steps, steps.dropFirst()) { next.addDependency(step) }
    let chain = queue("chain")
    chain.addOperations(steps, waitUntilFinished: false)
    isRunning.wait()
    steps[1].cancel()
    hasOvertaken.wait()
    steps[2].cancel()
    steps[3].cancel()
    for _ in 1...2 { isCancelled.signal() }
    chain.waitUntilAllOperationsAreFinished()
  }

  /// Case 28: the second child comes from a completion block, which nobody waits for.
  private static func childAddedAfterTheGroupsEnd() {
    let group = Group("album")
    let (hasEnded, hasRun) = (signal(), signal())
    group.whenEndRuns = { hasEnded.signal() }
    let second = block("second photo") { hasRun.signal() }
    let first = block("first photo")
    first.completionBlock = {
      hasEnded.wait()
      group.add(second)
    }
    group.add(first)
    run(group, in: queue("albums"))
    hasRun.wait()
  }

  private static func childAddedInTime() {
    let group = Group("album")
    group.add(block("first photo") { group.add(block("second photo")) })
    run(group, in: queue("albums"))
  }

  /// Case 30.
  private static func dependencyInSuspendedQueue() {
    let (paused, screen) = (queue("paused"), queue("screen"))
    paused.isSuspended = true
    let (load, show) = (block("load"), block("show"))
    show.addDependency(load)
    paused.addOperation(load)
    screen.addOperation(show)
    stuck()
    show.waitUntilFinished()
  }

  /// Case 78, which once hung here.
  private static func addedInReverseOrder() {
    let (load, show) = (block("load"), block("show"))
    show.addDependency(load)
    queue("screen", limit: 1).addOperations([show, load], waitUntilFinished: true)
  }
}

/// An operation that has a queue of its own, and is finished by the last operation in it.
private final class Group: Asynchronous, @unchecked Sendable {
  private let children = OperationQueue()
  private let end = BlockOperation()
  var whenEndRuns: @Sendable () -> Void = {}

  init(_ name: String) {
    super.init(name)
    children.name = "children of \(name)"
    children.isSuspended = true
    end.name = "end of \(name)"
    end.addExecutionBlock { [weak self] in
      self?.whenEndRuns()
      self?.finish()
    }
    children.addOperation(end)
  }

  func add(_ child: Operation) {
    end.addDependency(child)
    children.addOperation(child)
  }

  override func start() {
    enter(.executing)
    children.isSuspended = false
  }
}
