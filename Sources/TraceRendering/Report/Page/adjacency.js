// Who is joined with whom, made when it is first asked for.

/** Kinds that say what one did to another, for which nobody waits. */
const firstDeed = 4;

/**
 * Finds neighbours, and what can be reached from an operation.
 *
 * @param edges The edges, with `count`, `from`, `to` and `kind`.
 * @param {number} count How many operations there are.
 */
export function makeAdjacency(edges, count) {
  let tables = null;

  function table(key) {
    // Counting sort: places of edges by operation, without an object for each of them.
    const starts = new Int32Array(count + 1);
    for (let edge = 0; edge < edges.count; edge += 1) starts[key[edge] + 1] += 1;
    for (let row = 0; row < count; row += 1) starts[row + 1] += starts[row];
    const next = starts.slice();
    const places = new Int32Array(edges.count);
    for (let edge = 0; edge < edges.count; edge += 1) {
      places[next[key[edge]]] = edge;
      next[key[edge]] += 1;
    }
    return { starts, places };
  }

  function ready() {
    tables ??= { into: table(edges.to), outOf: table(edges.from) };
    return tables;
  }

  return {
    neighbours(row) {
      const { into, outOf } = ready();
      return {
        into: into.places.subarray(into.starts[row], into.starts[row + 1]),
        outOf: outOf.places.subarray(outOf.starts[row], outOf.starts[row + 1]),
      };
    },

    reach(row, forward) {
      const { starts, places } = forward ? ready().outOf : ready().into;
      const other = forward ? edges.to : edges.from;
      const marks = new Uint8Array(count);
      const stack = [row];
      while (stack.length > 0) {
        const current = stack.pop();
        for (let place = starts[current]; place < starts[current + 1]; place += 1) {
          const edge = places[place];
          const next = other[edge];
          // Slots are handed to whoever is next, and so are no order that somebody asked for.
          if (edges.kind[edge] >= firstDeed || edges.kind[edge] === 2 || marks[next]) continue;
          marks[next] = 1;
          stack.push(next);
        }
      }
      marks[row] = 0;
      return marks;
    },
  };
}
