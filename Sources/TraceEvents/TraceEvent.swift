/// One thing that happened, as the recorder wrote it.
///
/// A plain value of fixed size. What the numbers in it mean depends on the `kind`, and is said there; texts are positions in
/// the `EventLog`'s table of strings.
public struct TraceEvent: Hashable, Sendable {
  /// When it happened.
  public var instant: TraceInstant

  /// What happened.
  public var kind: Kind

  /// More about it, by kind.
  public var flags: Flags

  /// A small number whose meaning the kind gives.
  public var detail: UInt16

  /// The thread on which it happened.
  public var thread: ThreadID

  /// The operation whose `start()` was on the thread's stack when it happened: who did it.
  public var actor: OperationID? {
    get { actorNumber == 0 ? nil : OperationID(rawValue: actorNumber) }
    set { actorNumber = newValue?.rawValue ?? 0 }
  }

  /// The operation it happened to.
  public var operation: OperationID? {
    get { operationNumber == 0 ? nil : OperationID(rawValue: operationNumber) }
    set { operationNumber = newValue?.rawValue ?? 0 }
  }

  /// The queue it happened to or in.
  public var queue: QueueID? {
    get { queueNumber == 0 ? nil : QueueID(rawValue: queueNumber) }
    set { queueNumber = newValue?.rawValue ?? 0 }
  }

  // As in the file, where zero is none: there are ten of these values for each of a million operations.
  private var actorNumber: UInt32
  private var operationNumber: UInt32
  private var queueNumber: UInt32

  /// A number whose meaning the kind gives.
  public var argument: UInt64

  /// Makes an event; what a kind does not use stays empty.
  public init(
    _ kind: Kind,
    at instant: TraceInstant,
    thread: ThreadID,
    actor: OperationID? = nil,
    operation: OperationID? = nil,
    queue: QueueID? = nil,
    argument: UInt64 = 0,
    flags: Flags = [],
    detail: UInt16 = 0
  ) {
    self.instant = instant
    self.kind = kind
    self.flags = flags
    self.detail = detail
    self.thread = thread
    actorNumber = actor?.rawValue ?? 0
    operationNumber = operation?.rawValue ?? 0
    queueNumber = queue?.rawValue ?? 0
    self.argument = argument
  }
}

extension TraceEvent {
  /// What can happen, with the numbers that stand in the file.
  ///
  /// Each case says when the event is recorded, how often, and what its fields hold. A reader skips kinds it does not know.
  public enum Kind: UInt8, CaseIterable, Sendable {
    // MARK: Who is who: written before the first event that names them

    /// An operation was seen for the first time, once for each operation. `argument` is its `ClassID`; the flags say what
    /// it already was: `barrier`, `cancelled`, `executing`, `finished`.
    case operationSeen = 1
    /// An operation has this name. `argument` is the text. The last one holds.
    case operationNamed = 2
    /// A queue was seen for the first time, once for each queue. `argument` is its limit, the bit pattern of an `Int64`
    /// (-1: the default, no limit of its own); flags: `mainQueue`, `suspended`.
    case queueSeen = 3
    /// A queue has this name. `argument` is the text. The last one holds.
    case queueNamed = 4
    /// An operation class was seen for the first time. `argument` holds the `ClassID` in its upper half and the text (the
    /// class's name with its module) in its lower half; flags: what the class overrides.
    case classSeen = 5
    /// A thread was seen for the first time. `argument` is the text, its name; flag: `mainThread`.
    case threadSeen = 6
    /// The number of processors that the process may use, once for each recording. `argument` is that number.
    case processorsSeen = 7

    // MARK: The life of an operation

    /// A call that adds the operation to `queue` began. Once for each operation; `detail` packs
    /// priority and quality of service, see `EnqueueDetail`. With `adopted`, it was in the queue
    /// before the recording began; with `cancelled`, it had been cancelled before. `argument` is
    /// its `ClassID`: an operation that is first seen here has no `operationSeen`. With `barrier`,
    /// it is the number of the call of `addBarrierBlock` that made it.
    case enqueued = 10
    /// `addDependency` began on `operation`; `argument` is the `OperationID` it will wait for. It can come more than once
    /// for a pair: `seenLate` marks those that were read from the operation instead of seen as a call.
    case dependencyAdded = 12
    /// `removeDependency` was called on `operation`; `argument` is the `OperationID`.
    case dependencyRemoved = 13
    /// An operation was made to depend on itself, and the call returned, which it does not on
    /// Linux; `argument` is the `OperationID`.
    case dependencyCallReturned = 14
    /// An operation of a class that overrides `isReady` said for the first time that it is ready.
    case ready = 15
    /// `start()` was entered. More than once only when a program calls it so; with `byProgram`, it
    /// was not the operation's queue that called it.
    case started = 16
    /// `start()` returned. Left out when Foundation's own `start()` finished the operation: that is
    /// the last thing it does.
    case startReturned = 17
    /// `isFinished` was read as true for the first time. Once for each operation.
    case finished = 18
    /// `cancel()` was called.
    case cancelled = 19
    /// The operation is being deallocated; nothing follows for this id.
    case deallocated = 20
    /// The priority was set; `detail` as for `enqueued`.
    case priorityChanged = 21
    /// The completion block began.
    case completionBegan = 22
    /// The completion block ended.
    case completionEnded = 23
    /// A completion block was set, or with `cleared` removed.
    case completionBlockSet = 24
    /// The program called `didChangeValue(forKey:)` with a key that Foundation ignores on Linux and that is none of
    /// `Operation`'s own properties; `argument` is the text, the key. Once for a class.
    case unknownKeyNotified = 25
    /// The program notified the queue once more that the operation is finished, which it was told of before; `thread` is
    /// where.
    case finishedAgain = 26
    /// To tell Foundation that the operation is finished took a millisecond or more; `argument` is how many nanoseconds:
    /// Foundation goes through all that waits for the operation on the thread that finishes it. Seen when
    /// `didChangeValue(forKey: "isFinished")` returns, and when Foundation's own `start()` returns for an operation that
    /// others depend on.
    case finishNotificationReturned = 27

    // MARK: Waits

    /// `waitUntilFinished` on `operation` began; `actor` is the operation that waits, if it is one.
    case waitBegan = 30
    /// `waitUntilFinished` on `operation` returned.
    case waitEnded = 31
    /// `waitUntilAllOperationsAreFinished` on `queue` began.
    case waitAllBegan = 32
    /// `waitUntilAllOperationsAreFinished` on `queue` returned.
    case waitAllEnded = 33

    // MARK: Queues

    /// The queue was suspended.
    case queueSuspended = 40
    /// The queue was resumed.
    case queueResumed = 41
    /// The queue's limit was set; `argument` as for `queueSeen`.
    case queueLimitChanged = 42
    /// `cancelAllOperations` was called on the queue.
    case queueCancelledAll = 43
    /// `addBarrierBlock` was called on the queue; `argument` numbers the call.
    case barrierAdded = 44
    /// The block of that barrier began; `argument` as for `barrierAdded`, `operation` if it has become one.
    case barrierBegan = 45
    /// The block of that barrier ended.
    case barrierEnded = 46
    /// The queue is being deallocated.
    case queueDeallocated = 47

    // MARK: What the program and the recorder say

    /// The program reported that the operation failed; `argument` is the text.
    case failed = 50
    /// The program left a note; `argument` is the text; `operation` if it is about one.
    case noted = 51
    /// The watchdog asked an operation that had not finished for its state: `isFinished` is true, and its queue was never
    /// told.
    case finishedUnnotified = 52
    /// The watchdog found a thread inside a call of Foundation that should have returned long ago, once for each such call.
    /// `detail` is a `FoundationCall`; `operation` and `queue` say on what; `argument` holds the blocked thread in its lower
    /// half and how long it has been inside, in milliseconds, in its upper half.
    case callBlocked = 54
    /// A call that was found blocked has returned; on its own thread. Fields as for `callBlocked`, without an argument.
    case callReturned = 55
    /// Where the operation's thread is, when it had been inside `start()` for long; `argument` is the text of a
    /// `ThreadStack`.
    case stackRecorded = 56
    /// Events were lost: `argument` of them; `detail` is a `LossReason`.
    case lost = 60
    /// The recording was stopped in an orderly way.
    case stopped = 61
  }

  /// Facts that go with an event.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The bits in the file.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    // Of operations.

    /// The operation is the one Foundation makes for a barrier block.
    public static let barrier = Flags(rawValue: 1 << 0)
    /// The operation was already cancelled when it was first seen.
    public static let cancelled = Flags(rawValue: 1 << 1)
    /// The operation was already executing when it was first seen.
    public static let executing = Flags(rawValue: 1 << 2)
    /// The operation was already finished when it was first seen.
    public static let finished = Flags(rawValue: 1 << 3)
    /// The operation was in its queue before the recording began.
    public static let adopted = Flags(rawValue: 1 << 4)
    /// A dependency that was read from the operation; the call that added it was not seen.
    public static let seenLate = Flags(rawValue: 1 << 5)
    /// The text was cut to the recorder's limit.
    public static let truncated = Flags(rawValue: 1 << 6)
    /// A completion block was removed instead of set.
    public static let cleared = Flags(rawValue: 1 << 7)

    // Of starts.

    /// The program called `start()` itself.
    public static let byProgram = Flags(rawValue: 1 << 0)

    // Of queues.

    /// The queue is `OperationQueue.main`.
    public static let mainQueue = Flags(rawValue: 1 << 0)
    /// The queue was suspended when it was first seen.
    public static let suspended = Flags(rawValue: 1 << 1)

    // Of threads.

    /// The thread is the process's main thread.
    public static let mainThread = Flags(rawValue: 1 << 0)

    // Of classes.

    /// The class overrides `start()`.
    public static let overridesStart = Flags(rawValue: 1 << 0)
    /// The class overrides `isReady`.
    public static let overridesIsReady = Flags(rawValue: 1 << 1)
    /// The class overrides `isFinished`.
    public static let overridesIsFinished = Flags(rawValue: 1 << 2)
    /// The class overrides `isExecuting`.
    public static let overridesIsExecuting = Flags(rawValue: 1 << 3)
    /// The class overrides `cancel()`.
    public static let overridesCancel = Flags(rawValue: 1 << 4)
    /// The class overrides `isAsynchronous`.
    public static let overridesIsAsynchronous = Flags(rawValue: 1 << 5)
    /// The class overrides `main()`.
    public static let overridesMain = Flags(rawValue: 1 << 6)
  }

  /// Calls of Foundation that can be found blocked.
  public enum FoundationCall: UInt16, CaseIterable, Sendable {
    /// `OperationQueue.addOperation(_:)`.
    case addOperation = 1
    /// `OperationQueue.addOperations(_:waitUntilFinished:)` without waiting.
    case addOperations = 2
    /// `OperationQueue.addBarrierBlock(_:)`.
    case addBarrierBlock = 3
    /// `Operation.addDependency(_:)`.
    case addDependency = 4
    /// `Operation.removeDependency(_:)`.
    case removeDependency = 5
    /// `Operation.didChangeValue(forKey:)`.
    case didChangeValue = 6
    /// `OperationQueue.cancelAllOperations()`.
    case cancelAllOperations = 7
    /// `Operation.cancel()`.
    case cancel = 8
  }

  /// Why events were lost.
  public enum LossReason: UInt16, Sendable {
    /// The disk was full or the file could not grow.
    case noSpace = 1
    /// The recorder's own limit was reached.
    case limit = 2
    /// A part of the file could not be read.
    case damaged = 3
  }
}
