/// All rules, in the order in which they claim an operation as a root cause: the more certain first.
package enum DiagnosisCatalogue {
  /// The rules.
  package static let rules: [any DiagnosisRule] = [
    SelfDependencyRule(),
    DependencyCycleRule(),
    SelfDeadlockRule(),
    FinishedWithoutNotificationRule(),
    CallNeverReturnedRule(),
    NoFreeSlotRule(),
    QueueSuspendedRule(),
    DependencyNotEnqueuedRule(),
    RemovedDependencyRule(),
    BarrierBlockedRule(),
    CancelledNeverFinishedRule(),
    NeverFinishedRule(),
    NeverReadyRule(),
    MainQueueNotDrainedRule(),
    NoWorkerRule(),
    ExecutingTooLongRule(),
    RanAfterCancelledDependencyRule(),
    RanAfterFailedDependencyRule(),
    CancellationIgnoredRule(),
    DependencyAddedLateRule(),
    FinishedBeforeStartRule(),
    StartedOutsideQueueRule(),
    FinishedTwiceRule(),
    WorkAfterFinishRule(),
    AsynchronousWorkInMainRule(),
    StartedBeforeDependencyRule(),
    BlockingWaitInOperationRule(),
    MainThreadWaitRule(),
  ]
}
