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
  const wall = numbers.to - numbers.from;
  const ended = numbers.outcomes
    .map((count, place) => (count > 0 && place > 0 ? `${grouped(count)} ${outcomes[place]}` : ''))
    .filter((words) => words);
  const facts = [
    ['operations', grouped(numbers.operations), numbers.operations > 0 ? ended.join(', ') || 'all succeeded' : 'none was added to a queue'],
    ['wall time', durationText(wall), `${numbers.isPart ? 'of what was kept, ' : ''}in ${counted(numbers.queues, 'queue')}`],
    numbers.pathOperations > 0
      ? ['critical path', durationText(numbers.path), counted(numbers.pathOperations, 'operation')]
      : ['critical path', '–', 'nothing has finished yet'],
    ['parallelism', numbers.atOnce.mean.toFixed(1), `executing at once in the mean; ${grouped(numbers.atOnce.most)} at the most`],
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
