// The run in numbers, and where its time went as one bar.
import { make } from './dom.js';
import { outcomes } from './model.js';
import { counted, durationText, grouped, percent, stateNames } from './words.js';

/** The states in the order in which bars show them, with the colours of their parts. */
const barStates = [
  ['executing', 'executing'],
  ['waitingForDependencies', 'waiting'],
  ['queueSuspended', 'suspended'],
  ['waitingForSlot', 'slot'],
  ['dispatch', 'dispatch'],
  ['notEnqueued', 'rest'],
];

/** Fills the section of numbers. */
export function showNumbers(element, model) {
  const { numbers } = model.json;
  element.append(make('h2', { id: 'numbers-title', text: 'The run in numbers' }));
  const parallelism = parallelismOf(model);
  const wall = numbers.to - numbers.from;
  const ended = numbers.outcomes
    .map((count, place) => (count > 0 && place > 0 ? `${grouped(count)} ${outcomes[place]}` : ''))
    .filter((words) => words);
  const facts = [
    ['operations', grouped(numbers.operations), numbers.operations > 0 ? ended.join(', ') || 'all succeeded' : 'none was added to a queue'],
    ['wall time', durationText(wall), `${numbers.isPart ? 'of what was kept, ' : ''}in ${counted(numbers.queues, 'queue')}`],
    ['critical path', durationText(numbers.path), counted(numbers.pathOperations, 'operation')],
    ['parallelism', parallelism.mean.toFixed(1), `executing at once in the mean; ${grouped(parallelism.most)} at the most`],
  ];
  element.append(make('dl', { class: 'facts' }, ...facts.map(([term, value, more]) => make('div', {},
    make('dt', { text: term }),
    make('dd', { class: 'value', text: value }),
    make('dd', { class: 'quiet', text: more }),
  ))));
  if (numbers.path > 0) {
    element.append(timeBar('What the critical path was made of', numbers.pathSums));
  }
  element.append(timeBar('Time of all operations, added up', numbers.sums));
}

/** How many operations executed at once within the wall time: in the mean, and at the most. */
function parallelismOf(model) {
  const { from, to } = model.json.numbers;
  const { started } = model.columns;
  const begins = new Float64Array(model.count);
  const ends = new Float64Array(model.count);
  let [count, time] = [0, 0];
  for (let row = 0; row < model.count; row += 1) {
    const begin = Math.max(started[row], from);
    const end = Math.min(model.end(row), to);
    if (!(begin < end)) continue;
    [begins[count], ends[count]] = [begin, end];
    count += 1;
    time += end - begin;
  }
  const sorted = begins.subarray(0, count).sort();
  const sortedEnds = ends.subarray(0, count).sort();
  let [most, next] = [0, 0];
  sorted.forEach((begin, place) => {
    while (next < count && sortedEnds[next] <= begin) next += 1;
    most = Math.max(most, place + 1 - next);
  });
  return { mean: to > from ? time / (to - from) : 0, most };
}

function timeBar(title, sums) {
  const parts = barStates
    .map(([state, tone]) => ({ state, tone, time: sums[state] ?? 0 }))
    .filter((part) => part.time > 0);
  const total = parts.reduce((sum, part) => sum + part.time, 0);
  const words = parts.map((part) => `${stateNames[part.state]} ${percent(part.time / total)}`);
  const bar = make('div', { class: 'time-bar', role: 'img', 'aria-label': `${title}: ${words.join(', ')}` });
  for (const part of parts) {
    const piece = make('span', { class: `part tone-${part.tone}`, title: words[parts.indexOf(part)] });
    piece.style.flexGrow = String(part.time / total);
    bar.append(piece);
  }
  const legend = make('ul', { class: 'legend' }, ...parts.map((part, place) => make('li', {},
    make('span', { class: `swatch tone-${part.tone}`, 'aria-hidden': 'true' }),
    `${words[place]}, ${durationText(part.time)}`,
  )));
  return make('figure', {}, make('figcaption', { text: `${title}: ${durationText(total)}` }), bar, legend);
}
