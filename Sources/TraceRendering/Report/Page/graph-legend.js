// The legend of the graph as a list beside the picture: there it can be read however small the picture is.
import { make } from './dom.js';

/** How many pixels a point of the legend has. */
const legendScale = 1.35;

/** What is left free around the picture, in points. */
const pictureMargin = 8;

/**
 * Takes the legend out of the picture, which is then no larger than the graph.
 *
 * @param {SVGSVGElement} picture The picture as Graphviz draws it: the legend is all that stands before its first queue or node.
 * @param {string} wordsFill The colour in which the legend's words are written; what else is there are samples.
 * @returns {{ element: HTMLElement, showPath: (isShown: boolean) => void } | null} The list, and what shows or hides the critical
 *   path in it; null where there is no legend.
 */
export function takeGraphLegend(picture, wordsFill) {
  const graph = picture.querySelector('g.graph');
  const label = graph?.querySelector(':scope > g > a');
  if (!label) return null;
  const [ground, ...parts] = label.children;
  const entries = [];
  let samples = [];
  for (const part of parts) {
    if (part.tagName !== 'text' || part.getAttribute('fill') !== wordsFill) {
      samples.push(part);
    } else if (samples.length > 0) {
      entries.push(make('li', {}, sampleOf(samples), part.textContent));
      samples = [];
    }
  }
  if (entries.length === 0) return null;
  label.parentNode.remove();
  ground.remove();
  const box = graph.getBBox();
  const move = graph.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
  picture.setAttribute('viewBox', [
    box.x + move.e - pictureMargin, box.y + move.f - pictureMargin, box.width + 2 * pictureMargin, box.height + 2 * pictureMargin,
  ].map((value) => value.toFixed(1)).join(' '));
  return {
    element: make('ul', { class: 'legend graph-legend', 'aria-label': 'What the graph shows' }, ...entries),
    showPath(isShown) {
      for (const entry of entries) if (entry.lastChild.data.startsWith('critical path')) entry.hidden = !isShown;
    },
  };
}

/** A picture of its own of some parts of the picture. */
function sampleOf(parts) {
  const boxes = parts.map((part) => part.getBBox());
  const least = (name) => Math.min(...boxes.map((box) => box[name])) - 1;
  const [x, y] = [least('x'), least('y')];
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + 1 - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + 1 - y;
  const sample = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  sample.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  sample.setAttribute('width', width * legendScale);
  sample.setAttribute('height', height * legendScale);
  sample.setAttribute('aria-hidden', 'true');
  sample.append(...parts);
  return sample;
}
