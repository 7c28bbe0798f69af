// The graph: the picture from Graphviz, whose nodes are operations or several that were folded.
import { make, makeButton } from './dom.js';
import { takeGraphLegend } from './graph-legend.js';
import { makeGraphNames, smallestNamedScale } from './graph-names.js';
import { makeViewport } from './viewport.js';

/** How many pixels a point of the picture has at the most while all of it is shown. */
const largestScale = 1.35;

/**
 * Makes the graph live.
 *
 * @param {HTMLElement} element The section, with the picture in it.
 * @param model The run.
 * @param store The state of the page.
 */
export function createGraph(element, model, store) {
  const frame = element.querySelector('.picture');
  const picture = frame.querySelector('svg');
  const heading = make('h2', { id: 'graph-title', text: 'What waited for what' });
  if (!picture) {
    frame.replaceWith(make('p', { class: 'quiet', text: 'The graph could not be drawn.' }));
    element.prepend(heading);
    return;
  }
  const legend = takeGraphLegend(picture, model.json.graph.legendFill);
  if (legend) frame.after(legend.element);
  /** The view as the address has it, and where a selection brought it from, which ends with the selection. */
  let shownView = '';
  let approached = null;
  const viewport = makeViewport(frame, picture, (box) => {
    shownView = box ? box.join(',') : '';
    store.set({ graph: shownView });
  }, (scale) => showNames(scale));
  element.prepend(make('div', { class: 'view-head' }, heading, make('div', { class: 'tools' },
    makeButton('−', () => viewport.zoomOut(), { 'aria-label': 'zoom out of the graph', title: 'zoom out (-)' }),
    makeButton('+', () => viewport.zoomIn(), { 'aria-label': 'zoom into the graph', title: 'zoom in (+)' }),
    makeButton('all', () => viewport.showAll(), { 'aria-label': 'show all of the graph', title: 'show all (0)' }),
  )));
  for (const line of model.json.graph.scope) {
    // An option of the command stays in one piece.
    const parts = line.split(/(--\S+(?: \d+)?)/);
    frame.before(make('p', { class: 'quiet scope' }, ...parts.map((part) => (part.startsWith('--') ? make('span', { class: 'whole', text: part }) : part))));
  }
  picture.removeAttribute('width');
  picture.removeAttribute('height');
  picture.setAttribute('role', 'group');
  picture.setAttribute('preserveAspectRatio', 'xMidYMin');
  const { width, height } = picture.viewBox.baseVal;
  // As high as the picture is at this width, but for what the style sheet allows; a small one is not blown up.
  frame.style.setProperty('--picture-ratio', String(width / height));
  frame.style.setProperty('--picture-most', `${Math.round(height * largestScale)}px`);

  const nodes = model.json.graph.nodes.map((id) => picture.getElementById?.(id) ?? document.getElementById(id));
  const places = new Map();
  const single = nodes.map((_, place) => !model.json.graph.nodes[place].startsWith('group_'));
  nodes.forEach((node, place) => {
    if (!node) return;
    places.set(node, place);
    node.setAttribute('role', 'button');
    node.setAttribute('tabindex', '-1');
    node.setAttribute('aria-label', nodeLabel(place));
  });
  const showNames = makeGraphNames(picture, nodes, (place) => {
    const row = single[place] ? model.row(Number(model.json.graph.nodes[place].slice('op_'.length))) : -1;
    return row < 0 ? model.json.graph.names[place] : model.name(row);
  });
  const edges = edgesOf(picture, model);
  const members = membersByNode(model, nodes.length);
  let current = nodes.findIndex((node) => node);
  if (nodes[current]) nodes[current].setAttribute('tabindex', '0');

  function nodeLabel(place) {
    if (!single[place]) {
      return `${model.json.graph.names[place]}, folded`;
    }
    const row = model.row(Number(model.json.graph.nodes[place].slice('op_'.length)));
    return row < 0 ? '' : `${model.name(row)}, ${model.stateText(row)}`;
  }

  function nodeAt(target) {
    const node = target.closest?.('g.node');
    return node && places.has(node) ? places.get(node) : -1;
  }

  /** Whether a node is being selected here: who points at it sees where it is. */
  let isChoosing = false;
  function choose(place) {
    isChoosing = true;
    if (single[place]) store.set({ selected: members(place)[0], fold: null });
    else store.set({ fold: store.state.fold === place ? null : place, selected: null });
    isChoosing = false;
  }

  frame.addEventListener('click', (event) => {
    const place = nodeAt(event.target);
    if (place >= 0) {
      focusNode(place);
      choose(place);
    } else {
      frame.focus({ preventScroll: true });
      store.set({ selected: null, fold: null });
    }
  });
  frame.addEventListener('dblclick', (event) => {
    const place = nodeAt(event.target);
    if (place >= 0) viewport.approach(nodes[place]);
  });
  frame.addEventListener('pointerover', (event) => {
    const place = nodeAt(event.target);
    store.set({ hovered: place >= 0 && single[place] ? members(place)[0] : null });
  });
  frame.addEventListener('pointerleave', () => store.set({ hovered: null }));
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', 'graph; plus and minus zoom, arrows move, Tab goes to the nodes');

  function focusNode(place) {
    nodes[current]?.setAttribute('tabindex', '-1');
    current = place;
    nodes[place].setAttribute('tabindex', '0');
    nodes[place].focus({ preventScroll: true });
    viewport.reveal(nodes[place]);
  }

  frame.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = nodeAt(event.target);
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const arrow = arrows[event.key];
    if (arrow && place >= 0) {
      const next = nearest(place, arrow);
      if (next >= 0) focusNode(next);
    } else if (arrow) {
      viewport.pan(arrow[0] * 0.15, arrow[1] * 0.15);
    } else if (event.key === '+' || event.key === '=') {
      viewport.zoomIn();
    } else if (event.key === '-') {
      viewport.zoomOut();
    } else if (event.key === '0') {
      viewport.showAll();
    } else if ((event.key === 'Enter' || event.key === ' ') && place >= 0) {
      choose(place);
    } else {
      return;
    }
    event.preventDefault();
  });

  /** The next node in a direction: near, and rather straight ahead than beside. */
  function nearest(place, [dx, dy]) {
    const centre = (node) => {
      const box = node.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = centre(nodes[place]);
    let [best, least] = [-1, Infinity];
    nodes.forEach((node, other) => {
      if (!node || other === place) return;
      const [otherX, otherY] = centre(node);
      const ahead = (otherX - x) * dx + (otherY - y) * dy;
      const beside = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
      if (ahead > 1 && ahead + beside * 2 < least) [best, least] = [other, ahead + beside * 2];
    });
    return best;
  }

  function light(state) {
    const row = state.hovered ?? state.selected;
    const lit = new Map();
    if (row !== null && row >= 0) {
      const { ancestors, descendants, direct } = model.relations(row);
      const mark = (other, word) => {
        const place = model.columns.node[other];
        if (place >= 0 && !lit.has(place)) lit.set(place, word);
      };
      mark(row, 'is-chosen');
      for (const other of direct) mark(other, 'is-direct');
      for (let other = 0; other < model.count; other += 1) {
        if (ancestors[other]) mark(other, 'is-ancestor');
        else if (descendants[other]) mark(other, 'is-descendant');
      }
    } else if (state.matched) {
      for (let other = 0; other < model.count; other += 1) {
        const place = model.columns.node[other];
        if (state.matched[other] && place >= 0) lit.set(place, 'is-matched');
      }
    }
    const isFaded = lit.size > 0 || state.matched !== null;
    picture.classList.toggle('has-light', isFaded);
    nodes.forEach((node, place) => {
      if (!node) return;
      for (const word of ['is-chosen', 'is-direct', 'is-ancestor', 'is-descendant', 'is-matched']) {
        node.classList.toggle(word, lit.get(place) === word);
      }
      const isPressed = single[place] ? members(place)[0] === state.selected : state.fold === place;
      node.setAttribute('aria-pressed', String(isPressed));
    });
    for (const { edge, from, to } of edges) {
      edge.classList.toggle('is-lit', isFaded && lit.has(from) && lit.has(to));
    }
  }

  function update(state, changed) {
    if (changed.some((name) => ['hovered', 'selected', 'matched', 'fold'].includes(name))) light(state);
    if (changed.includes('criticalPath')) picture.classList.toggle('hides-path', !state.criticalPath);
    if (changed.includes('criticalPath')) legend?.showPath(state.criticalPath);
    if (state.graph !== shownView) showView(state.graph);
    else if (changed.includes('selected') && !isChoosing) follow(state.selected);
  }
  /** Where all of the graph would be too small to read a name in it, as on a phone: what is wrong, or where the critical path ends. */
  function showTheMostImportant() {
    const { selected, fold } = store.state;
    const row = selected ?? model.findings.find(({ operations }) => operations.length > 0)?.operations[0]
      ?? model.path.at(-1);
    const node = nodes[fold] ?? nodes[model.columns.node[row]] ?? nodes.find((each) => each);
    if (node) viewport.approach(node, { scale: smallestNamedScale, isTold: false });
  }

  /** Goes to what is selected, and back to where it was when nothing is any more, unless the view was moved meanwhile. */
  function follow(row) {
    const node = row === null ? null : nodes[model.columns.node[row]];
    if (node) {
      const from = approached?.to === shownView ? approached.from : shownView;
      viewport.approach(node);
      approached = { from, to: shownView };
    } else if (row === null && approached?.to === shownView) {
      showView(approached.from);
      store.set({ graph: shownView });
    }
  }

  /** Shows a view as an address has it: x, y, width and height; all of the picture where it is no view. */
  function showView(text) {
    shownView = text;
    const box = text.split(',').map(Number);
    if (box.length === 4 && box.every(Number.isFinite) && box[2] > 0 && box[3] > 0) viewport.show(box);
    else if (viewport.wholeScale < smallestNamedScale) showTheMostImportant();
    else viewport.show(null);
  }

  store.subscribe(update);
  const { state } = store;
  showView(state.graph ?? '');
  update(state, ['matched', 'criticalPath']);
}

/** The edges of the picture with the places of the nodes that they join. */
function edgesOf(picture, model) {
  const places = new Map();
  model.json.graph.nodes.forEach((id, place) => {
    places.set(id.replace('op_', '').replace('group_', 'g'), place);
  });
  return Array.from(picture.querySelectorAll('g.edge'), (edge) => {
    const [, from, to] = edge.id.split('_');
    return { edge, from: places.get(from), to: places.get(to) };
  });
}

/** A function that gives the rows of a node, made when it is first asked for. */
export function membersByNode(model, count) {
  let rows = null;
  return (place) => {
    if (!rows) {
      rows = Array.from({ length: count }, () => []);
      model.columns.node.forEach((node, row) => {
        if (node >= 0) rows[node].push(row);
      });
    }
    return rows[place] ?? [];
  };
}
