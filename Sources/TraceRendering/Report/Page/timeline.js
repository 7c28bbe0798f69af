// Stands in for the timeline until it is there.

/** Does nothing. */
export function createTimeline(element) {
  element.hidden = true;
}
