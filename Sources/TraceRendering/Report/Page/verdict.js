// What is wrong, with its proof: the first thing that the page says.
import { make, byId } from './dom.js';
import { counted, durationText } from './words.js';

/** How many operations of a finding are linked before the rest is only counted. */
const mostLinks = 8;

/** How many findings stand there at once; the rest can be opened. */
const mostFindings = 5;

/** Fills the head of the page: what was traced, and how much of it is shown. */
export function showHead(element, model) {
  const { head } = model.json;
  element.append(make('h1', { text: head.title }));
  const facts = [head.totals];
  if (head.process > 0) facts.push(`process ${head.process}`);
  if (head.began) facts.push(`from ${head.began}`);
  element.append(make('p', { class: 'quiet', text: facts.join('; ') }));
  if (head.scope) element.append(make('p', { class: 'notice', text: head.scope }));
  for (const problem of head.problems.slice(0, 3)) {
    element.append(make('p', { class: 'notice', text: `incomplete trace: ${problem}` }));
  }
}

/** Fills the verdict: one line, then a finding each, the gravest open. */
export function showVerdict(element, model, select) {
  const { head } = model.json;
  element.classList.add(`level-${head.level ?? 'fine'}`);
  element.append(
    make('h2', { id: 'verdict-title', text: head.verdict ?? 'no diagnosis was made' }),
  );
  const entries = model.findings.map((finding, place) => findingDetails(model, finding, place, select));
  element.append(...entries.slice(0, mostFindings));
  const rest = entries.slice(mostFindings);
  if (rest.length > 0) {
    element.append(make('details', { class: 'more' },
      make('summary', { text: counted(rest.length, 'more finding') }), ...rest));
  }
  openWhilePrinted(element);
}

/** Opens what is closed while the page is printed: paper can't be clicked. */
function openWhilePrinted(element) {
  let closed = [];
  addEventListener('beforeprint', () => {
    closed = [...element.querySelectorAll('details:not([open])')];
    for (const details of closed) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of closed) details.open = false;
  });
}

function findingDetails(model, finding, place, select) {
  const isOpen = finding.severity === 'error' || place === 0;
  const certainty = finding.certainty === 'likely' ? ' (likely, not proven)' : '';
  const allowed = finding.allowed ? ', allowed' : '';
  const details = make('details', { class: `finding ${finding.severity}`, open: isOpen });
  details.append(
    make('summary', {},
      make('span', { class: 'rule', text: `${finding.severity}${allowed}: ${finding.rule}${certainty}` }),
      make('span', { class: 'sentence', text: finding.sentence }),
    ),
  );
  const facts = make('dl', {});
  const add = (term, ...content) => facts.append(make('dt', { text: term }), make('dd', {}, ...content));
  const since = `${durationText(finding.since)} into the recording`;
  const lasted = finding.severity === 'error' ? `, for ${durationText(model.duration - finding.since)}` : '';
  add('since', since + lasted);
  if (finding.proof.length > 0) {
    add('proof', make('ul', {}, ...finding.proof.map((line) => make('li', { text: line }))));
  }
  add('change', finding.advice);
  if (finding.operations.length > 0) {
    add('operations', ...operationLinks(model, finding.operations, select));
  }
  if (finding.blocked.length > 0) add('holds up', ...operationLinks(model, finding.blocked, select));
  details.append(facts);
  return details;
}

/** Links to operations, and how many there are besides. */
export function operationLinks(model, rows, select, limit = mostLinks) {
  const shown = Array.from(rows.slice(0, limit), (row) => operationLink(model, row, select));
  const rest = rows.length - shown.length;
  const links = shown.flatMap((link, place) => (place > 0 ? [', ', link] : [link]));
  if (rest > 0) links.push(` and ${counted(rest, 'more operation')}`);
  return links;
}

/** A link to an operation; its address can be copied. */
export function operationLink(model, row, select) {
  return make('a', {
    href: `#op=${model.columns.id[row]}`,
    class: 'operation-link',
    text: model.name(row),
    onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      select(row);
    },
  });
}
