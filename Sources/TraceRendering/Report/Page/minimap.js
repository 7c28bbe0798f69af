// The whole run in a strip, with the part that the timeline shows: it can be dragged.
import { make } from './dom.js';
import { momentText } from './words.js';
import { CountOverTime, fillColumns, momentsOf } from './timeline-steps.js';
import { fitCanvas } from './timeline-paint.js';

/** The height of the strip, and how near to an edge of the window a pointer takes hold of it. */
const minimapSize = { height: 48, grip: 8 };

/**
 * Makes the minimap.
 *
 * @returns `element`, and `draw(paint)`.
 */
export function makeMinimap(model, store, view) {
  const { started } = model.columns;
  const executing = new CountOverTime(
    momentsOf(model.count, (row) => started[row]),
    momentsOf(model.count, (row) => (Number.isNaN(started[row]) ? NaN : Math.max(started[row], model.end(row)))),
  );
  const { whole } = view;
  const canvas = make('canvas', {
    class: 'minimap', tabindex: '0', role: 'slider', 'aria-orientation': 'horizontal',
    'aria-label': 'Visible part of the run. Arrow keys move it, plus and minus zoom, 0 shows all.',
    'aria-valuemin': '0', 'aria-valuemax': '100',
  });
  const element = make('div', { class: 'minimap-frame' }, canvas);
  const picture = document.createElement('canvas');
  let pictureKey = null;

  const width = () => element.clientWidth;
  /** Where a moment is; who asks for many asks for the width once, which may take a layout of the page. */
  const x = (moment, across = width()) => ((moment - whole.from) / (whole.to - whole.from)) * across;
  const momentAt = (place) => whole.from + (place / Math.max(1, width())) * (whole.to - whole.from);

  /** Draws what stays: how many executed, the critical path, what was looked for. */
  function drawPicture(paint, matched, showsCritical) {
    const { height } = minimapSize;
    fitCanvas(picture, width(), height);
    const context = picture.getContext('2d');
    context.clearRect(0, 0, width(), height);
    context.fillStyle = paint.colors.surface;
    context.fillRect(0, 0, width(), height);
    const columns = executing.columns(whole.from, whole.to, Math.max(1, Math.floor(width())));
    context.fillStyle = paint.colors.executing;
    fillColumns(context, columns, { left: 0, columnWidth: 1, foot: height - 8, height: height - 14, most: executing.most });
    context.fillStyle = paint.colors.critical;
    if (showsCritical) drawTicks(context, model.path, height - 6, 4);
    context.fillStyle = paint.colors.match;
    if (matched) drawTicks(context, rowsMarked(matched), 1, 4);
  }

  function drawTicks(context, rows, top, height) {
    // A difference by pixel, as operations may come in any order.
    const across = width();
    const turns = new Int32Array(Math.ceil(across) + 1);
    for (const row of rows) {
      if (row < 0 || Number.isNaN(started[row])) continue;
      const left = Math.min(Math.max(0, Math.floor(x(started[row], across))), turns.length - 2);
      turns[left] += 1;
      turns[Math.min(Math.max(left + 1, Math.ceil(x(model.end(row), across))), turns.length - 1)] -= 1;
    }
    let covered = 0;
    for (let pixel = 0; pixel < turns.length - 1; pixel += 1) {
      covered += turns[pixel];
      if (covered > 0) context.fillRect(pixel, top, 1, height);
    }
  }

  function draw(paint) {
    const { height } = minimapSize;
    if (!fitCanvas(canvas, width(), height)) return;
    const { matched, criticalPath } = store.state;
    const key = [width(), canvas.width, matched, criticalPath, paint];
    if (!pictureKey || key.some((part, place) => part !== pictureKey[place])) {
      drawPicture(paint, matched, criticalPath);
      pictureKey = key;
    }
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0, width(), height);
    const { from, to } = view.range;
    const [left, right] = [x(from), Math.max(x(to), x(from) + 2)];
    context.globalAlpha = 0.72;
    context.fillStyle = paint.colors.background;
    context.fillRect(0, 0, left, height);
    context.fillRect(right, 0, width() - right, height);
    context.globalAlpha = 1;
    context.strokeStyle = paint.colors.accent;
    context.lineWidth = 2;
    context.strokeRect(Math.max(1, left), 1, Math.max(2, Math.min(width() - 1, right) - Math.max(1, left)), height - 2);
    context.fillStyle = paint.colors.accent;
    for (const edge of [left, right]) {
      context.fillRect(Math.min(Math.max(0, edge - 3), width() - 6), height / 2 - 8, 6, 16);
    }
    tell(from, to);
  }

  function tell(from, to) {
    const all = whole.to - whole.from;
    const center = Math.round((((from + to) / 2 - whole.from) / all) * 100);
    const words = `from ${momentText(from)} to ${momentText(to)} of the recording`;
    if (canvas.getAttribute('aria-valuetext') === words) return;
    canvas.setAttribute('aria-valuenow', String(center));
    canvas.setAttribute('aria-valuetext', words);
  }

  let hold = null;
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    const place = event.clientX - canvas.getBoundingClientRect().left;
    const { from, to } = view.range;
    const [left, right] = [x(from), x(to)];
    const grip = Math.min(minimapSize.grip, Math.max(2, (right - left) / 3));
    // Nearest first: an edge, the window, and else the window comes to the pointer.
    if (Math.abs(place - left) <= grip) hold = { edge: 'from' };
    else if (Math.abs(place - right) <= grip) hold = { edge: 'to' };
    else {
      if (place < left || place > right) {
        const half = (to - from) / 2;
        view.show(momentAt(place) - half, momentAt(place) + half);
      }
      hold = { edge: null, offset: momentAt(place) - view.range.from };
    }
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!hold) return;
    const moment = momentAt(event.clientX - canvas.getBoundingClientRect().left);
    const { from, to } = view.range;
    const least = (whole.to - whole.from) / Math.max(1, width());
    if (hold.edge === 'from') view.show(Math.min(Math.max(moment, whole.from), to - least), to);
    else if (hold.edge === 'to') view.show(from, Math.max(Math.min(moment, whole.to), from + least));
    else view.show(moment - hold.offset, moment - hold.offset + to - from);
  });
  for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, () => { hold = null; });
  canvas.addEventListener('dblclick', () => view.showAll());
  canvas.addEventListener('keydown', (event) => {
    const { from, to } = view.range;
    const steps = { ArrowLeft: -0.2, ArrowDown: -0.2, ArrowRight: 0.2, ArrowUp: 0.2 };
    if (Object.hasOwn(steps, event.key)) view.pan((to - from) * steps[event.key]);
    else if (event.key === 'Home') view.show(whole.from, whole.from + to - from);
    else if (event.key === 'End') view.show(whole.to - (to - from), whole.to);
    else if (!view.press(event)) return;
    event.preventDefault();
  });
  return { element, draw };
}

function rowsMarked(marks) {
  const rows = [];
  for (let row = 0; row < marks.length; row += 1) if (marks[row]) rows.push(row);
  return rows;
}
