package import TraceEvents

extension TraceScript {
  /// A moment of a script, on a thread: what is said of it happens there.
  ///
  /// Every verb returns the moment, to say more.
  package struct Moment {
    let script: TraceScript
    let instant: TraceInstant
    var actor: OperationID?
    var thread: ThreadID?

    /// The same moment on the thread of an operation that is executing: what follows is its doing.
    package func by(_ actor: OperationID) -> Moment {
      var moment = self
      moment.actor = actor
      moment.thread = script.startThreads[actor]
      return moment
    }

    /// The same moment on a thread.
    package func on(_ thread: ThreadID) -> Moment {
      var moment = self
      moment.thread = thread
      return moment
    }

    /// Writes an event of this moment, for what the other verbs don't say.
    @discardableResult
    package func record(
      _ kind: TraceEvent.Kind,
      operation: OperationID? = nil,
      queue: QueueID? = nil,
      argument: UInt64 = 0,
      flags: TraceEvent.Flags = [],
      detail: UInt16 = 0,
      on thread: ThreadID? = nil,
      actor: OperationID? = nil
    ) -> Moment {
      script.write(
        TraceEvent(
          kind,
          at: instant,
          thread: thread ?? self.thread ?? script.mainThread,
          actor: actor ?? self.actor,
          operation: operation,
          queue: queue,
          argument: argument,
          flags: flags,
          detail: detail
        )
      )
      return self
    }
  }
}

// MARK: - The life of an operation

extension TraceScript.Moment {
  /// Adds the operation to the queue; the call returns at once, unless told otherwise.
  @discardableResult
  package func enqueue(
    _ operation: OperationID,
    on queue: QueueID,
    priority: Int8 = 0,
    qualityOfService: Int8 = -1,
    adopted: Bool = false
  ) -> Self {
    let detail = EnqueueDetail(priority: priority, qualityOfService: qualityOfService).packed
    return record(
      .enqueued,
      operation: operation,
      queue: queue,
      flags: adopted ? .adopted : [],
      detail: detail
    )
  }

  /// Makes the operation depend on another.
  @discardableResult
  package func depend(
    _ operation: OperationID,
    on dependency: OperationID,
    seenLate: Bool = false,
    returns: Bool = false
  ) -> Self {
    let argument = UInt64(dependency.rawValue)
    record(
      .dependencyAdded,
      operation: operation,
      argument: argument,
      flags: seenLate ? .seenLate : []
    )
    if returns {
      record(.dependencyCallReturned, operation: operation, argument: argument)
    }
    return self
  }

  /// Makes the operation depend on another no longer.
  @discardableResult
  package func undepend(_ operation: OperationID, from dependency: OperationID) -> Self {
    record(.dependencyRemoved, operation: operation, argument: UInt64(dependency.rawValue))
  }

  /// Lets an operation whose class overrides `isReady` say for the first time that it is ready.
  @discardableResult
  package func becomeReady(_ operation: OperationID) -> Self {
    record(.ready, operation: operation)
  }

  /// Enters `start()`, on a thread of the operation's own (1000 + its number) unless the moment has one.
  @discardableResult
  package func start(_ operation: OperationID) -> Self {
    let thread = thread ?? ThreadID(rawValue: 1000 &+ operation.rawValue)
    script.startThreads[operation] = thread
    script.insideStart.insert(operation)
    record(.started, operation: operation, on: thread)
    recordBarrier(.barrierBegan, of: operation, on: thread, actor: operation)
    return self
  }

  /// Enters `start()` by a call of the program, on the moment's thread.
  @discardableResult
  package func startByHand(_ operation: OperationID) -> Self {
    let thread = thread ?? script.mainThread
    script.startThreads[operation] = thread
    script.insideStart.insert(operation)
    return record(.started, operation: operation, flags: .byProgram, on: thread)
  }

  /// Sets the operation's completion block, or removes it.
  @discardableResult
  package func setCompletionBlock(of operation: OperationID, removed: Bool = false) -> Self {
    record(.completionBlockSet, operation: operation, flags: removed ? .cleared : [])
  }

  /// Sets the operation's priority.
  @discardableResult
  package func setPriority(
    of operation: OperationID,
    to priority: Int8,
    qualityOfService: Int8 = -1
  )
    -> Self
  {
    let detail = EnqueueDetail(priority: priority, qualityOfService: qualityOfService).packed
    return record(.priorityChanged, operation: operation, detail: detail)
  }

  /// Notifies a key that Foundation ignores.
  @discardableResult
  package func notifyUnknownKey(_ key: String, of operation: OperationID) -> Self {
    record(.unknownKeyNotified, operation: operation, argument: script.text(key))
  }

  /// Notifies a second time that the operation is finished.
  @discardableResult
  package func finishAgain(_ operation: OperationID) -> Self {
    record(.finishedAgain, operation: operation)
  }

  /// Returns from the notification that the operation is finished, which took that long.
  @discardableResult
  package func returnFromFinishNotification(of operation: OperationID, afterMs duration: Double)
    -> Self
  {
    record(
      .finishNotificationReturned,
      operation: operation,
      argument: UInt64(duration * 1_000_000)
    )
  }

  /// Returns from `start()`: what an asynchronous operation does long before it finishes.
  @discardableResult
  package func returnFromStart(_ operation: OperationID) -> Self {
    script.insideStart.remove(operation)
    return record(.startReturned, operation: operation, on: script.startThreads[operation])
  }

  /// Finishes the operation, on its own thread unless the moment has one; one that is still inside `start()` returns from there too.
  @discardableResult
  package func finish(_ operation: OperationID, returnsFromStart: Bool = true) -> Self {
    let thread = thread ?? script.startThreads[operation]
    let isInside = script.insideStart.contains(operation)
    let actor = self.actor ?? (isInside ? operation : nil)
    recordBarrier(.barrierEnded, of: operation, on: thread, actor: actor)
    record(.finished, operation: operation, on: thread, actor: actor)
    if isInside, returnsFromStart { returnFromStart(operation) }
    return self
  }

  /// Begins or ends the block of a barrier's operation; other operations have none.
  private func recordBarrier(
    _ kind: TraceEvent.Kind,
    of operation: OperationID,
    on thread: ThreadID?,
    actor: OperationID?
  ) {
    guard let call = script.barrierCalls[operation] else { return }
    record(
      kind,
      operation: operation,
      queue: call.queue,
      argument: call.number,
      on: thread,
      actor: actor
    )
  }

  /// Calls `cancel()` on the operation.
  @discardableResult
  package func cancel(_ operation: OperationID) -> Self {
    record(.cancelled, operation: operation)
  }

  /// Deallocates the operation.
  @discardableResult
  package func deallocate(_ operation: OperationID) -> Self {
    record(.deallocated, operation: operation)
  }

  /// Begins the operation's completion block, on a thread of its own (2000 + its number) unless the moment has one.
  @discardableResult
  package func beginCompletion(_ operation: OperationID) -> Self {
    record(.completionBegan, operation: operation, on: completionThread(operation))
  }

  /// Ends the operation's completion block.
  @discardableResult
  package func endCompletion(_ operation: OperationID) -> Self {
    record(.completionEnded, operation: operation, on: completionThread(operation))
  }

  private func completionThread(_ operation: OperationID) -> ThreadID {
    thread ?? ThreadID(rawValue: 2000 &+ operation.rawValue)
  }
}

// MARK: - Queues

extension TraceScript.Moment {
  /// Suspends the queue.
  @discardableResult
  package func suspend(_ queue: QueueID) -> Self {
    record(.queueSuspended, queue: queue)
  }

  /// Resumes the queue.
  @discardableResult
  package func resume(_ queue: QueueID) -> Self {
    record(.queueResumed, queue: queue)
  }

  /// Sets the queue's limit.
  @discardableResult
  package func limit(_ queue: QueueID, to limit: Int) -> Self {
    record(.queueLimitChanged, queue: queue, argument: UInt64(bitPattern: Int64(limit)))
  }

  /// Calls `cancelAllOperations` on the queue; the operations it cancels are said by `cancel`.
  @discardableResult
  package func cancelAll(_ queue: QueueID) -> Self {
    record(.queueCancelledAll, queue: queue)
  }

  /// Adds a barrier to a queue that is not empty: it becomes an operation, which starts and finishes like any other.
  @discardableResult
  package func addBarrier(_ barrier: OperationID, on queue: QueueID) -> Self {
    script.lastBarrierCall += 1
    script.barrierCalls[barrier] = (script.lastBarrierCall, queue)
    record(.barrierAdded, queue: queue, argument: script.lastBarrierCall)
    return enqueue(barrier, on: queue, priority: 12)
  }

  /// Adds a barrier to an empty queue, where no operation is made for it: say when it begins and ends by its number.
  @discardableResult
  package func addBareBarrier(_ number: UInt64, on queue: QueueID) -> Self {
    script.lastBarrierCall = max(script.lastBarrierCall, number)
    return record(.barrierAdded, queue: queue, argument: number)
  }

  /// Begins the block of a barrier that has no operation.
  @discardableResult
  package func beginBareBarrier(_ number: UInt64, on queue: QueueID) -> Self {
    record(.barrierBegan, queue: queue, argument: number)
  }

  /// Ends the block of a barrier that has no operation.
  @discardableResult
  package func endBareBarrier(_ number: UInt64, on queue: QueueID) -> Self {
    record(.barrierEnded, queue: queue, argument: number)
  }
}

// MARK: - Waits, and what the program and the recorder say

extension TraceScript.Moment {
  /// Begins `waitUntilFinished` on the operation: on the main thread, or `by` an operation.
  @discardableResult
  package func wait(for operation: OperationID) -> Self {
    record(.waitBegan, operation: operation)
  }

  /// Returns from `waitUntilFinished`.
  @discardableResult
  package func endWait(for operation: OperationID) -> Self {
    record(.waitEnded, operation: operation)
  }

  /// Begins `waitUntilAllOperationsAreFinished` on the queue: on the main thread, or `by` an operation.
  @discardableResult
  package func waitForAll(of queue: QueueID) -> Self {
    record(.waitAllBegan, queue: queue)
  }

  /// Returns from `waitUntilAllOperationsAreFinished`.
  @discardableResult
  package func endWaitForAll(of queue: QueueID) -> Self {
    record(.waitAllEnded, queue: queue)
  }

  /// Reports that the operation failed.
  @discardableResult
  package func fail(_ operation: OperationID, _ message: String) -> Self {
    record(.failed, operation: operation, argument: script.text(message))
  }

  /// Leaves a note, about an operation or about none.
  @discardableResult
  package func note(_ text: String, on operation: OperationID? = nil) -> Self {
    record(.noted, operation: operation, argument: script.text(text))
  }

  /// Lets the watchdog find the operation finished without its queue having been told.
  @discardableResult
  package func findUnnotified(_ operation: OperationID) -> Self {
    record(.finishedUnnotified, operation: operation)
  }

  /// Says how many processors the process may use.
  @discardableResult
  package func processors(_ count: Int) -> Self {
    record(.processorsSeen, argument: UInt64(count))
  }

  /// Lets the watchdog find a thread inside a call of Foundation.
  @discardableResult
  package func findBlocked(
    _ call: TraceEvent.FoundationCall,
    _ operation: OperationID? = nil,
    queue: QueueID? = nil,
    thread: ThreadID,
    sinceMs age: Double
  ) -> Self {
    record(
      .callBlocked,
      operation: operation,
      queue: queue,
      argument: UInt64(thread.rawValue) | UInt64(age) << 32,
      detail: call.rawValue
    )
  }

  /// Lets the watchdog find where the operation's thread is.
  @discardableResult
  package func findStack(of operation: OperationID, _ stack: ThreadStack) -> Self {
    record(.stackRecorded, operation: operation, argument: script.text(stack.text))
  }

  /// Stops the recording in an orderly way.
  @discardableResult
  package func stop() -> Self {
    record(.stopped)
  }
}
