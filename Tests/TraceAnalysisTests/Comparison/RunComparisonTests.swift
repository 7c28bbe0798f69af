import Testing
import TraceAnalysis
import TraceEvents
import TraceModel
import TraceTestSupport

/// What changed between runs.
@Suite struct RunComparisonTests {
  /// A load, some thumbnails one after the other in one slot, and a save, with a factor on what they take.
  private func run(
    thumbnails: Int = 4,
    ms: Double = 20,
    factor: Double = 1,
    slots: Int = 1,
    extra: String? = nil,
    isStuck: Bool = false
  ) -> Trace {
    let script = TraceScript()
    let queue = script.queue("images", limit: slots)
    let (load, save) = (script.operation("load"), script.operation("save"))
    var clock = 0.0
    script.run(load, on: queue, enqueued: 0, started: 0, finished: 10 * factor)
    clock = 10 * factor
    var ends = Array(repeating: clock, count: slots)
    for number in 0..<thumbnails {
      let operation = script.operation("thumbnail \(number)", class: "Thumbnail")
      let slot = number % slots
      script.at(ms: 0).depend(operation, on: load).depend(save, on: operation)
      script.run(
        operation,
        on: queue,
        enqueued: 0,
        started: ends[slot],
        finished: ends[slot] + ms * factor
      )
      ends[slot] += ms * factor
    }
    clock = ends.max() ?? clock
    if let extra {
      script.run(
        script.operation(extra),
        on: queue,
        enqueued: 0,
        started: clock,
        finished: clock + 5
      )
      clock += 5
    }
    script.run(save, on: queue, enqueued: 0, started: clock, finished: clock + 10 * factor)
    clock += 10 * factor
    if isStuck {
      let (a, b) = (script.operation("a"), script.operation("b"))
      script.at(ms: 1).depend(a, on: b).depend(b, on: a).enqueue(a, on: queue).enqueue(b, on: queue)
    }
    return script.trace(endMs: clock + (isStuck ? 5_000 : 1))
  }

  private func profile(_ trace: Trace) -> RunProfile {
    RunProfile(of: trace, diagnosis: trace.diagnosis())
  }

  private func compare(_ before: Trace..., after: [Trace]) -> RunComparison {
    RunComparison(before: before.map(profile), after: after.map(profile))
  }

  private func names(_ comparison: RunComparison, _ kind: PartChange.Kind) -> [String] {
    comparison.parts(kind).map { $0.part.name ?? $0.part.className }
  }

  // MARK: What is the same

  @Test(arguments: Array(0..<40) as [UInt64])
  func `A run does not differ from itself`(seed: UInt64) {
    let trace = Trace(SchedulerSimulation(seed: seed).log)
    let comparison = compare(trace, after: [trace])
    #expect(comparison.isEmpty)
    #expect(comparison.parts.allSatisfy { $0.kinds.isEmpty })
    #expect(comparison.pathParts.isEmpty)
    #expect(comparison.newFindings.isEmpty && comparison.goneFindings.isEmpty)
    #expect(ComparisonGate(mostSlower: 0, isStrict: true).reasons(against: comparison).isEmpty)
  }

  @Test(arguments: Array(0..<40) as [UInt64])
  func `Garbage is compared, and does not differ from itself`(seed: UInt64) {
    let (trace, other) = (Trace(.garbage(seed: seed)), Trace(.garbage(seed: seed + 1)))
    #expect(compare(trace, after: [trace]).isEmpty)
    let comparison = compare(trace, after: [other])
    #expect(comparison.parts.count >= Set(comparison.parts.map(\.part)).count)
  }

  @Test func `With a side without operations there is nothing to compare, which does not pass`() {
    let empty = Trace(EventLog())
    let stuck = run(isStuck: true)
    for comparison in [
      compare(empty, after: [empty]), compare(stuck, after: [empty, empty]),
      compare(empty, empty, after: [stuck]),
    ] {
      #expect(!comparison.isComparable && comparison.isEmpty)
      #expect(comparison.wall.direction == .unknown && comparison.path.direction == .unknown)
      #expect(comparison.parts.allSatisfy(\.kinds.isEmpty) && comparison.pathParts.isEmpty)
      #expect(comparison.newFindings.isEmpty && comparison.goneFindings.isEmpty)
      #expect(ComparisonGate().reasons(against: comparison) == [.noOperations])
    }
  }

  @Test func `One run without operations among others is no run to judge by`() {
    let empty = Trace(EventLog())
    let comparison = compare(run(), after: [run(ms: 40), run(ms: 40), empty])
    #expect(comparison.isComparable)
    #expect(comparison.wall.direction == .unknown && comparison.path.direction == .unknown)
    #expect(comparison.parts.allSatisfy { $0.count.direction == .unknown })
    // How long one takes is known of those that ran.
    #expect(names(comparison, .slower) == ["thumbnail #"])
    #expect(ComparisonGate().reasons(against: comparison) == [.noOperations])
  }

  @Test func `The parts add up to the runs`() {
    let (before, after) = (profile(run()), profile(run(thumbnails: 9, isStuck: true)))
    for run in [before, after] {
      #expect(run.parts.values.map(\.count).reduce(0, +) == run.operationCount)
      #expect(run.parts.values.map(\.path).reduce(0, +) == run.pathNanoseconds)
      #expect(run.pathStates.values.reduce(0, +) == run.pathNanoseconds)
      #expect(Set(run.path).isSubset(of: run.parts.keys))
    }
    #expect(before.wallNanoseconds == 100_000_000)
    #expect(before.pathNanoseconds == 100_000_000)
    #expect(before.path.map(\.name) == ["load", "thumbnail #", "save"])
  }

  // MARK: What changed

  @Test func `What executes longer is slower, and so is the run`() throws {
    let comparison = compare(run(), after: [run(ms: 30)])
    #expect(comparison.wall.direction == .more)
    #expect(comparison.wall.share == 0.4)
    #expect(names(comparison, .slower) == ["thumbnail #"])
    let part = try #require(comparison.parts(.slower).first)
    #expect(part.executing?.before == 20_000_000)
    #expect(part.executing?.after == 30_000_000)
    #expect(part.total.difference == 40_000_000)
    #expect(comparison.pathParts.map(\.part.name) == ["thumbnail #"])
    #expect(comparison.pathParts[0].path.difference == 40_000_000)
    let reverse = compare(run(ms: 30), after: [run()])
    #expect(names(reverse, .faster) == ["thumbnail #"])
    #expect(names(reverse, .slower) == [])
    #expect(reverse.wall.direction == .less)
    #expect(ComparisonGate(mostSlower: 0, isStrict: true).reasons(against: reverse).isEmpty)
  }

  @Test func `What comes and goes is told, and how many there are`() {
    let comparison = compare(run(extra: "old 1"), after: [run(thumbnails: 6, extra: "new 7")])
    #expect(names(comparison, .added) == ["new #"])
    #expect(names(comparison, .removed) == ["old #"])
    #expect(names(comparison, .more) == ["thumbnail #"])
    #expect(names(compare(run(thumbnails: 6), after: [run()]), .fewer) == ["thumbnail #"])
  }

  @Test func `A lower limit makes them queue`() {
    let comparison = compare(run(thumbnails: 8, slots: 4), after: [run(thumbnails: 8, slots: 2)])
    #expect(names(comparison, .queuedLonger) == ["thumbnail #"])
    #expect(names(comparison, .slower) == [])
    #expect(comparison.wall.direction == .more)
    let reverse = compare(run(thumbnails: 8, slots: 2), after: [run(thumbnails: 8, slots: 4)])
    #expect(names(reverse, .queuedLess) == ["thumbnail #"])
  }

  @Test func `What hardly matters to the run is not told`() {
    func trace(_ ms: Double) -> Trace {
      let script = TraceScript()
      let queue = script.queue("q")
      script.run(script.operation("long"), on: queue, enqueued: 0, started: 0, finished: 1_000)
      script.run(script.operation("short"), on: queue, enqueued: 0, started: 0, finished: ms)
      return script.trace()
    }
    #expect(names(compare(trace(5), after: [trace(14)]), .slower) == [])
    #expect(names(compare(trace(5), after: [trace(16)]), .slower) == ["short"])
  }

  @Test func `Only what ran to its end counts for how long one takes`() {
    func trace(unfinished: Bool) -> Trace {
      let script = TraceScript()
      let queue = script.queue("q")
      for number in 0..<4 {
        let operation = script.operation("step \(number)")
        let end: Double? = unfinished && number == 3 ? nil : 50
        script.run(operation, on: queue, enqueued: 0, started: 0, finished: end)
      }
      if unfinished {
        let never = script.operation("step 9")
        script.at(ms: 1).enqueue(never, on: queue).cancel(never).finish(never)
      }
      return script.trace(endMs: unfinished ? 900 : 60)
    }
    let comparison = compare(trace(unfinished: false), after: [trace(unfinished: true)])
    #expect(comparison.parts.map(\.executing?.direction) == [.same])
    #expect(comparison.parts[0].executing?.after == 50_000_000)
  }

  // MARK: Several runs

  @Test func `Beyond noise is beyond what runs of one side differ by`() {
    let noisy = [0.9, 1.0, 1.15].map { run(factor: $0) }
    let a = noisy.map(profile)
    let b = [0.95, 1.1, 1.05].map { profile(run(factor: $0)) }
    let c = [1.9, 2.0, 2.15].map { profile(run(factor: $0)) }
    let same = RunComparison(before: a, after: b)
    #expect(same.knowsNoise)
    #expect(same.isEmpty)
    #expect(same.wall.difference != 0)
    let slower = RunComparison(before: a, after: c)
    #expect(slower.wall.direction == .more)
    #expect(Set(names(slower, .slower)) == ["load", "thumbnail #", "save"])
    #expect(ComparisonGate(mostSlower: 2).reasons(against: slower).isEmpty)
    #expect(ComparisonGate(mostSlower: 0.5).reasons(against: slower) == [.slowerRun(1)])
  }

  @Test func `What is in few runs of one side came and went by chance`() {
    let plain = profile(run())
    let odd = profile(run(extra: "retry 3"))
    let rare = RunComparison(before: [plain], after: [plain, plain, odd])
    #expect(names(rare, .added) == [])
    let often = RunComparison(before: [plain], after: [plain, odd, odd])
    #expect(names(often, .added) == ["retry #"])
    #expect(names(RunComparison(before: [plain, plain, odd], after: [plain]), .removed) == [])
    #expect(names(RunComparison(before: [odd, odd], after: [plain]), .removed) == ["retry #"])
    #expect(names(RunComparison(before: [odd, plain], after: [odd]), .added) == [])
  }

  // MARK: Findings, and runs that were cut off

  @Test func `A new error is told, counts, and is gone the other way round`() throws {
    let comparison = compare(run(), after: [run(isStuck: true), run()])
    let finding = try #require(comparison.newFindings.first)
    #expect(finding.finding.rule == "dependency-cycle")
    #expect(finding.runs == 1)
    #expect(comparison.newFindings.count == 1)
    #expect(ComparisonGate().reasons(against: comparison) == [.newErrors(1)])
    let reverse = compare(run(isStuck: true), after: [run()])
    #expect(reverse.goneFindings.map(\.finding.rule) == ["dependency-cycle"])
    #expect(reverse.newFindings.isEmpty)
    #expect(ComparisonGate().reasons(against: reverse).isEmpty)
    let both = compare(run(isStuck: true), after: [run(ms: 21, isStuck: true)])
    #expect(both.lastingFindings.map(\.finding.rule) == ["dependency-cycle"])
    #expect(both.newFindings.isEmpty && both.goneFindings.isEmpty)
  }

  @Test func `The same rule about another part is another finding`() {
    func trace(_ names: [String]) -> Trace {
      let script = TraceScript()
      let queue = script.queue("q")
      let all = names.map { script.operation($0) }
      for (one, other) in zip(all, all.dropFirst() + all.prefix(1)) {
        script.at(ms: 0).depend(one, on: other).enqueue(one, on: queue)
      }
      return script.trace(endMs: 5_000)
    }
    #expect(compare(trace(["a", "b"]), after: [trace(["c", "d"])]).newFindings.count == 1)
    #expect(compare(trace(["a 1", "b"]), after: [trace(["b", "a 2"])]).newFindings.isEmpty)
    #expect(compare(trace(["a", "b"]), after: [trace(["b", "x", "y"])]).newFindings.isEmpty)
  }

  @Test func `What is allowed does not count`() {
    let stuck = run(isStuck: true)
    let diagnosis = stuck.diagnosis(allowing: ["dependency-cycle"])
    let comparison = RunComparison(
      before: [profile(run())],
      after: [RunProfile(of: stuck, diagnosis: diagnosis)]
    )
    #expect(comparison.newFindings.isEmpty)
  }

  @Test func `The wall time of a run that was cut off is not judged`() {
    let comparison = compare(run(), after: [run(isStuck: true)])
    #expect(comparison.wall.direction == .unknown)
    #expect(comparison.wall.difference > 0)
    #expect(compare(run(isStuck: true), after: [run()]).wall.direction == .unknown)
    let bounded = profile(Trace(TraceScript.boundedLog()))
    #expect(bounded.isPartial)
    let partial = RunComparison(before: [profile(run())], after: [bounded])
    #expect(partial.wall.direction == .unknown)
    #expect(partial.parts.allSatisfy { $0.count.direction == .unknown })
  }

  @Test func `What is not in the part of a run that was kept may have been in the rest`() {
    let whole = profile(run())
    let recent = profile(Trace(TraceScript.boundedLog()))
    #expect(recent.isRecentPart && !whole.isRecentPart)
    let cut = RunComparison(before: [whole], after: [recent])
    let reverse = RunComparison(before: [recent], after: [whole])
    for comparison in [cut, reverse] {
      #expect(!comparison.parts.isEmpty && comparison.parts.allSatisfy(\.kinds.isEmpty))
    }
    #expect(cut.path.direction == .unknown && cut.path.difference != 0)
    #expect(cut.pathParts.isEmpty && reverse.pathParts.isEmpty)
  }

  @Test func `What is wrong in the part that was dropped is neither new nor gone`() {
    func warns(_ trace: Trace, isPartial: Bool) -> RunProfile {
      var run = profile(trace)
      run.isPartial = isPartial
      return run
    }
    let script = TraceScript()
    let queue = script.queue("q")
    let (first, second) = (script.operation("first"), script.operation("second"))
    script.at(ms: 0).depend(second, on: first).enqueue(first, on: queue).cancel(first)
    script.at(ms: 1).finish(first)
    script.run(second, on: queue, enqueued: 0, started: 2, finished: 5)
    let warning = script.trace(endMs: 6)
    for isPartial in [false, true] {
      let stuck = RunComparison(
        before: [warns(run(), isPartial: isPartial)],
        after: [profile(warning), profile(run(isStuck: true))]
      )
      let rules = stuck.newFindings.map(\.finding.rule)
      #expect(rules.first == "dependency-cycle")
      #expect(rules.contains("ran-after-cancelled-dependency") == !isPartial)
      #expect(!isPartial || rules.count == 1)
      let fixed = RunComparison(
        before: [profile(run(isStuck: true))],
        after: [warns(run(), isPartial: isPartial)]
      )
      #expect(fixed.goneFindings.isEmpty == isPartial)
    }
  }

  @Test func `A part has a name where all of its operations in a run have that one`() {
    let parts = profile(run(thumbnails: 3, extra: "upload 4")).parts
    let known = parts.reduce(into: [:]) { $0[$1.key.name ?? ""] = $1.value.name }
    #expect(known == ["load": "load", "save": "save", "upload #": "upload 4"])
  }

  @Test func `Strict lets parts and warnings count`() {
    let comparison = compare(run(), after: [run(ms: 30)])
    let strict = ComparisonGate(mostSlower: 0.45, isStrict: true)
    #expect(strict.reasons(against: comparison) == [.slowerParts(1)])
    #expect(ComparisonGate(mostSlower: 0.45).reasons(against: comparison).isEmpty)
    #expect(ComparisonGate(mostSlower: 0.6, isStrict: true).reasons(against: comparison).isEmpty)
  }
}
