// One frame of the timeline: axis, queues, lanes, and what lies over them.
import { drawTimelineLane } from './timeline-bars.js';
import { drawCriticalSteps, drawRelations, drawRing, drawWholeWait } from './timeline-marks.js';
import { TextFitter } from './text-fitter.js';
import { RectangleBatches } from './timeline-paint.js';
import { timeTicks } from './timeline-axis.js';
import { counted } from './words.js';
import { headingHeight } from './timeline-lanes.js';

/** The height of the axis, which stays where it is while lanes are scrolled. */
export const axisHeight = 22;

/** The narrowest span that is shaded; the bar of what took less is there anyway. */
const thinnestShade = 2;

const bars = new RectangleBatches();
const texts = new TextFitter();

/**
 * Draws the timeline.
 *
 * @param scene What to draw: `context`, `width` and `height` of the canvas, the `model`, the `layout` of lanes, `paint`, the
 *   range `from` to `to`, how far lanes are scrolled as `scroll`, the marks of what is `lit` or null, `showsCritical`, the rows
 *   `selected`, `hovered` and `focused` or null, and `pointer`, a moment or null.
 */
export function drawTimeline(scene) {
  const { context, width, height, layout, paint, scroll } = scene;
  const frame = {
    ...scene,
    scale: width / (scene.to - scene.from),
    bars,
    outlines: [],
    labels: [],
    laneTop: (lane) => lane.top - scroll + axisHeight,
  };
  context.clearRect(0, 0, width, height);
  const ticks = timeTicks(frame.from, frame.to, width);
  context.save();
  context.beginPath();
  context.rect(0, axisHeight, width, height - axisHeight);
  context.clip();
  const seen = layout.bands.filter((band) => isSeen(frame, band));
  drawGrounds(frame, seen);
  drawGrid(frame, ticks);
  drawShades(frame, seen);
  for (const band of seen) {
    for (const lane of band.lanes) {
      if (isSeen(frame, lane)) drawTimelineLane(frame, lane, frame.laneTop(lane));
    }
  }
  bars.draw(context, { ...paint.colors, ...paint.fills });
  drawOutlines(frame);
  if (frame.showsCritical) drawCriticalSteps(frame);
  for (const row of new Set([frame.selected, frame.hovered])) {
    if (row === null) continue;
    drawWholeWait(frame, row);
    drawRelations(frame, row);
  }
  // Over all that runs through bars, so that names can be read.
  drawLabels(frame);
  if (frame.hovered !== null && frame.hovered !== frame.selected) drawRing(frame, frame.hovered, 'hovered');
  if (frame.selected !== null) drawRing(frame, frame.selected, 'selected');
  if (frame.focused !== null) drawRing(frame, frame.focused, 'focused');
  drawHeadings(frame, seen);
  context.restore();
  drawAxis(frame, ticks);
}

function isSeen(frame, { top, height }) {
  const y = top - frame.scroll + axisHeight;
  return y < frame.height && y + height > axisHeight;
}

function drawGrounds(frame, bands) {
  const { context, paint, width } = frame;
  context.fillStyle = paint.colors.surface;
  for (const band of bands) context.fillRect(0, frame.laneTop(band), width, band.height);
  context.strokeStyle = paint.colors.border;
  context.lineWidth = 1;
  context.beginPath();
  for (const band of bands) {
    const y = Math.round(frame.laneTop(band)) + 0.5;
    context.moveTo(0, y);
    context.lineTo(width, y);
  }
  context.stroke();
}

function drawGrid(frame, ticks) {
  const { context, paint, height } = frame;
  context.strokeStyle = paint.colors.border;
  context.lineWidth = 1;
  context.beginPath();
  for (const { moment } of ticks) {
    const x = Math.round((moment - frame.from) * frame.scale) + 0.5;
    context.moveTo(x, axisHeight);
    context.lineTo(x, height);
  }
  context.stroke();
}

/** Shades spans in which a queue was suspended or a barrier had it for itself. */
function drawShades(frame, bands) {
  const { context, paint } = frame;
  for (const band of bands) {
    const top = frame.laneTop(band) + headingHeight;
    const height = band.height - headingHeight;
    for (const [spans, fill] of [[band.queue.suspended, 'shade'], [band.barriers, 'barrier']]) {
      context.fillStyle = paint.fills[fill];
      let drawn = -1;
      for (const [from, to] of spans) {
        const left = Math.max(drawn, (from - frame.from) * frame.scale);
        const right = Math.min(frame.width, (to - frame.from) * frame.scale);
        if (right - Math.max(0, left) < thinnestShade) continue;
        context.fillRect(left, top, right - left, Math.max(6, height));
        drawn = right;
      }
    }
  }
}

function drawOutlines({ context, paint, outlines }) {
  context.lineWidth = 1;
  for (let place = 0; place < outlines.length; place += 6) {
    context.globalAlpha = outlines[place + 1] ? 0.25 : 1;
    context.strokeStyle = paint.colors[outlines[place]];
    context.strokeRect(outlines[place + 2] + 0.5, outlines[place + 3] + 0.5, outlines[place + 4] - 1, outlines[place + 5] - 1);
  }
  context.globalAlpha = 1;
}

/** Writes names into bars: never beyond them. */
function drawLabels({ context, paint, labels, model, width }) {
  context.font = `11px ${paint.font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  for (const { row, fill, left, right, y, height, isFaint } of labels) {
    const start = Math.max(left, 0) + 4;
    const room = Math.min(right, width) - 3 - start;
    if (room < 26) continue;
    const text = texts.fit(context, model.name(row), room);
    if (!text) continue;
    context.globalAlpha = isFaint ? 0.6 : 1;
    if (fill !== 'executing') {
      // Textures would disturb letters.
      context.fillStyle = paint.colors.background;
      context.fillRect(start - 2, y + 2, Math.min(texts.width(context, text) + 4, room + 4), height - 4);
    }
    context.fillStyle = fill === 'executing' && !isFaint ? paint.colors.barText : paint.colors.text;
    context.fillText(text, start, y + height / 2 + 0.5);
  }
  context.globalAlpha = 1;
}

/** Writes the name of each queue above its lanes. */
function drawHeadings(frame, bands) {
  const { context, paint, width } = frame;
  context.textBaseline = 'middle';
  for (const band of bands) {
    // The heading of a queue whose lanes are scrolled stays in sight as long as they do.
    const natural = frame.laneTop(band);
    const y = Math.max(axisHeight, Math.min(natural, axisHeight), Math.min(natural, frame.height));
    const top = natural < axisHeight ? Math.min(y, natural + band.height - headingHeight) : y;
    context.fillStyle = paint.colors.surface;
    context.globalAlpha = 0.92;
    context.fillRect(0, top + 1, width, headingHeight - 2);
    context.globalAlpha = 1;
    context.font = `600 12px ${paint.font}`;
    context.fillStyle = paint.colors.text;
    const name = texts.fit(context, band.queue.name, Math.max(60, width * 0.6));
    context.fillText(name, 6, top + headingHeight / 2);
    const used = 6 + texts.width(context, name) + 10;
    context.font = `11px ${paint.font}`;
    context.fillStyle = paint.colors.quiet;
    context.fillText(texts.fit(context, queueWords(band.queue), width - used - 6), used, top + headingHeight / 2);
  }
}

/** What a queue is, in a few words. */
export function queueWords(queue) {
  const words = [counted(queue.count, 'operation')];
  if (!queue.isNone && queue.limit > 0) words.push(queue.limit === 1 ? 'serial' : `limit ${queue.limit}`);
  if (queue.suspended.length > 0) words.push('suspended for a time');
  return words.join(', ');
}

function drawAxis(frame, ticks) {
  const { context, paint, width } = frame;
  context.fillStyle = paint.colors.background;
  context.fillRect(0, 0, width, axisHeight);
  context.fillStyle = paint.colors.border;
  context.fillRect(0, axisHeight - 1, width, 1);
  context.font = `11px ${paint.font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillStyle = paint.colors.quiet;
  for (const { moment, text } of ticks) {
    const x = (moment - frame.from) * frame.scale;
    const wide = texts.width(context, text);
    context.fillRect(Math.round(x), axisHeight - 5, 1, 5);
    context.fillText(text, Math.max(2, Math.min(x - wide / 2, width - wide - 2)), axisHeight / 2 - 1);
  }
  if (frame.pointer !== null) {
    context.fillStyle = paint.colors.accent;
    context.fillRect(Math.round((frame.pointer - frame.from) * frame.scale), 0, 1, frame.height);
  }
}
