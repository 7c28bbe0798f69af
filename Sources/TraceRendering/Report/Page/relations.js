// What an operation has to do with others, kept for those that were asked for last.

/** How many are kept; a pointer that runs over a picture asks for many. */
const mostKept = 16;

/**
 * Makes a function that tells what an operation has to do with others.
 *
 * @returns {(row: number) => { ancestors: Uint8Array, descendants: Uint8Array, direct: Set<number> }} `direct` is what it waited for itself.
 */
export function makeRelations(model) {
  const kept = new Map();
  return (row) => {
    let relations = kept.get(row);
    if (!relations) {
      const direct = new Set();
      for (const edge of model.neighbours(row).into) {
        if (model.edges.kind[edge] < 4) direct.add(model.edges.from[edge]);
      }
      relations = { ancestors: model.ancestors(row), descendants: model.descendants(row), direct };
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value);
    }
    // The one that was asked for last is the last to go.
    kept.delete(row);
    kept.set(row, relations);
    return relations;
  };
}
