// What the report knows of a run: columns by operation, queues, edges, findings.
import { readColumn, readEdges, readIntegers, readMoments } from './columns.js';
import { makeAdjacency } from './adjacency.js';
import { makeRelations } from './relations.js';
import { durationText } from './words.js';

/** What became of an operation, by the number in `columns.outcome`. */
export const outcomes = [
  'succeeded', 'failed', 'cancelled before start', 'cancelled while executing', 'unfinished',
];

/** The numbers of the outcomes. */
export const Outcome = {
  succeeded: 0, failed: 1, cancelledBeforeStart: 2, cancelledWhileExecuting: 3, unfinished: 4,
};

/** Kinds of edges, by the number in `edges.kind`. */
export const edgeKinds = [
  'dependency', 'barrier', 'slot hand-over', 'wait', 'created by', 'cancelled', 'finished', 'resumed',
];

/** Bits of `columns.flags`. */
export const Flag = { stalled: 1, barrier: 2, asynchronous: 4 };

/**
 * Reads the report's data.
 *
 * Operations are rows, from 0 on. Moments are nanoseconds since the recording began.
 *
 * @param {object} json The data, as `ReportData.swift` writes it.
 */
export function readModel(json) {
  const count = json.count;
  const integers = (name) => readIntegers(json.columns[name], count);
  const [enqueued, ready, slotTaken, started, finished, startReturned, deallocated, cancelled] =
    readMoments(json.moments, count);
  const path = readIntegers(json.path.operations, json.path.count);
  const critical = new Uint8Array(count);
  for (const row of path) if (row >= 0) critical[row] = 1;

  const columns = {
    id: integers('id'),
    stem: integers('stem'),
    number: integers('number'),
    className: integers('class'),
    queue: integers('queue'),
    lane: integers('lane'),
    thread: integers('startThread'),
    finishThread: integers('finishThread'),
    enqueueThread: integers('enqueueThread'),
    creator: integers('creator'),
    priority: integers('priority'),
    node: integers('node'),
    remark: integers('remark'),
    outcome: Uint8Array.from(integers('outcome')),
    flags: Uint8Array.from(integers('flags')),
    critical,
    enqueued, ready, slotTaken, started, finished, startReturned, deallocated, cancelled,
    slack: readColumn(json.columns.slack, count, new Float64Array(count), NaN),
    potential: readColumn(json.columns.potential, count, new Float64Array(count), 0),
  };
  const edges = readEdges(json.edges, count);
  const findings = json.findings.map((finding) => ({
    ...finding,
    operations: readIntegers(finding.operations, finding.operationCount),
    blocked: readIntegers(finding.blocked, finding.blockedCount),
  }));
  let rows = null;
  const adjacency = makeAdjacency(edges, count);

  const model = {
    json,
    count,
    duration: json.duration,
    span: json.span,
    columns,
    edges,
    findings,
    path,
    critical,
    queues: json.queues,
    threads: json.threads,

    /** The row of an operation's number; -1 for none. */
    row(id) {
      rows ??= new Map(Array.from(columns.id, (number, row) => [number, row]));
      return rows.get(id) ?? -1;
    },

    /** The name to show: the name, or class and number. */
    name(row) {
      const stem = columns.stem[row];
      const number = columns.number[row];
      if (stem >= 0) return number < 0 ? json.stems[stem] : json.stems[stem] + number;
      const isBarrier = columns.flags[row] & Flag.barrier;
      return `${isBarrier ? 'barrier' : model.className(row)} ${columns.id[row]}`;
    },
    /** The name in two parts: what it begins with, and the number at its end; -1 for none. */
    nameParts(row) {
      const stem = columns.stem[row];
      if (stem >= 0) return [json.stems[stem], columns.number[row]];
      return [columns.flags[row] & Flag.barrier ? 'barrier ' : `${model.className(row)} `, columns.id[row]];
    },
    /** Its class without the module. */
    className: (row) => json.classes[columns.className[row]] ?? 'Operation',
    /** Its queue; undefined for none. */
    queue: (row) => json.queues[columns.queue[row]],
    /** The name of a thread by its place; empty for none. */
    threadName: (place) => json.threads[place] ?? '',
    /** The same with its number, which threads of a pool differ by. */
    threadWords: (place) => [json.threads[place], json.threadNumbers[place]].filter(Boolean).join(', '),
    /** What it waits for, or why it did not run, in words; empty where there is nothing to say. */
    remark: (row) => json.remarks[columns.remark[row]] ?? '',
    /** What few operations have: `{ failure, notes: [[ns, text]], canceller, finisher }`. */
    rarities: (row) => json.rarities[row],

    /** Where it ends: its finish, or the end of the trace. */
    end: (row) => (Number.isNaN(finished[row]) ? json.duration : finished[row]),
    /** Where its time begins: its enqueue, or start; NaN for one that was only seen. */
    begin: (row) => (Number.isNaN(enqueued[row]) ? started[row] : enqueued[row]),
    /** What became of it, in few words. */
    stateText(row) {
      if (model.isStalled(row)) return 'stalled';
      const outcome = columns.outcome[row];
      if (outcome === Outcome.succeeded) return durationText(model.execution(row));
      if (outcome === Outcome.failed) return `failed, ${durationText(model.execution(row))}`;
      if (outcome !== Outcome.unfinished) return outcomes[outcome];
      return Number.isNaN(started[row]) ? 'waiting at the end' : 'executing at the end';
    },
    isStalled: (row) => (columns.flags[row] & Flag.stalled) !== 0,
    /** Whether it ended before the part of the recording that timeline and charts show. */
    isBeforeTimeline: (row) => model.end(row) < json.span.from,
    isCancelled: (row) => !Number.isNaN(cancelled[row]),

    /** How long it executed, in nanoseconds. */
    execution(row) {
      const begin = model.begin(row);
      if (Number.isNaN(begin)) return 0;
      const end = Math.max(begin, model.end(row));
      return end - clamp(started[row], begin, end, end);
    },
    /** How long it waited before its start. */
    wait(row) {
      const begin = model.begin(row);
      if (Number.isNaN(begin)) return 0;
      const end = Math.max(begin, model.end(row));
      return clamp(started[row], begin, end, end) - begin;
    },
    /** What it did, without gaps: `[{ state, from, to }]`, none empty, in the order of time. */
    intervals: (row) => intervals(model, row),
    /** Its edges: `{ into: [edge], outOf: [edge] }`, as places in `edges`. */
    neighbours: (row) => adjacency.neighbours(row),
    /** Everything that it waited for, over any number of edges, without itself; as rows marked 1. */
    ancestors: (row) => adjacency.reach(row, false),
    /** Everything that waited for it. */
    descendants: (row) => adjacency.reach(row, true),
  };
  /** What it has to do with others: `{ ancestors, descendants, direct }`, see relations.js. */
  model.relations = makeRelations(model);
  return model;
}

/** The states of an operation, in the order of a life. */
export const states = [
  'waitingForDependencies', 'queueSuspended', 'waitingForSlot', 'dispatch', 'executing',
];

function intervals(model, row) {
  const { ready, slotTaken, started } = model.columns;
  const begin = model.begin(row);
  if (Number.isNaN(begin)) return [];
  const result = [];
  const add = (state, from, to) => {
    if (from < to) result.push({ state, from, to });
  };
  const end = Math.max(begin, model.end(row));
  const start = clamp(started[row], begin, end, end);
  const readyAt = clamp(ready[row], begin, start, start);
  // Without a wait for a slot, one was free at once.
  const slotFree = clamp(slotTaken[row], readyAt, start, readyAt);
  const queued = (from, to) => {
    const split = Math.min(Math.max(from, slotFree), to);
    add('waitingForSlot', from, split);
    add('dispatch', split, to);
  };
  add('waitingForDependencies', begin, readyAt);
  let cursor = readyAt;
  for (const [from, to] of model.queue(row)?.suspended ?? []) {
    if (to <= cursor || from >= start) continue;
    queued(cursor, Math.max(from, cursor));
    add('queueSuspended', Math.max(from, cursor), Math.min(to, start));
    cursor = Math.min(to, start);
  }
  queued(cursor, start);
  add('executing', start, end);
  return result;
}

function clamp(value, low, high, missing) {
  return Number.isNaN(value) ? missing : Math.min(Math.max(value, low), high);
}
