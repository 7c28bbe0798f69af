extension FaultSample {
  /// All of them, in the order of the catalogue.
  static let all: [FaultSample] = stalls + misuses

  /// Operations that can't get on.
  static let stalls: [FaultSample] = [
    .dependencyCycle,
    .selfDependency,
    .cancelledNeverFinished,
    .dependencyNotEnqueued,
    .neverFinished,
    .finishedWithoutNotification,
    .executingTooLong,
    .selfDeadlock,
    .queueSuspended,
    .noFreeSlot,
    .neverReady,
    .noWorker,
    .removedDependency,
    .callNeverReturned,
    .barrierBlocked,
    .mainQueueNotDrained,
    .blockedByStall,
  ]

  /// What did or may do damage.
  static let misuses: [FaultSample] = [
    .ranAfterCancelledDependency,
    .ranAfterFailedDependency,
    .cancellationIgnored,
    .dependencyAddedLate,
    .finishedBeforeStart,
    .startedOutsideQueue,
    .finishedTwice,
    .workAfterFinish,
    .asynchronousWorkInMain,
    .startedBeforeDependency,
    .blockingWaitInOperation,
    .mainThreadWait,
    .priorityInversion,
    .priorityWithoutEffect,
    .slotStarvation,
    .unboundedBacklog,
    .slowCompletionBlock,
    .retainedAfterFinish,
    .barrierLost,
    .unknownKeyNotified,
    .completionBlockLost,
    .quadraticRelease,
    .deepChain,
    .lateResult,
    .overSerialised,
    .tinyOperations,
    .schedulerOverhead,
  ]
}
