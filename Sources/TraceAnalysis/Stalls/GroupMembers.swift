import TraceEvents
import TraceModel

/// Operations that an executing one has added to a queue and probably waits for: the members of a group.
///
/// Looked at only for parents that have executed for too long. An operation that adds its own successor looks the same,
/// so what depends on its parent, directly or through other members, is left out.
struct GroupMembers: Sendable {
  /// Positions of the unfinished members, by position of the parent.
  private(set) var members: [Int: [Int]] = [:]

  init(_ index: TraceIndex, _ situations: Situations, parents: [Bool]) {
    for position in situations.all.indices {
      guard situations.all[position].isPending,
        let parent = index.position(of: index.trace.operations[position].creator),
        parent != position, parents[parent]
      else { continue }
      members[parent, default: []].append(position)
    }
    for (parent, children) in members {
      let successors = Self.successors(of: parent, among: children, index)
      let waitedFor = children.filter { !successors.contains($0) }
      members[parent] = waitedFor.isEmpty ? nil : waitedFor
    }
  }

  private static func successors(
    of parent: Int,
    among children: [Int],
    _ index: TraceIndex
  ) -> Set<Int> {
    var dependents: [Int: [Int]] = [:]
    for child in children {
      for dependency in index.dependencies(of: child) {
        dependents[dependency, default: []].append(child)
      }
    }
    var successors: Set<Int> = []
    var frontier = [parent]
    while let operation = frontier.popLast() {
      for dependent in dependents[operation] ?? [] where successors.insert(dependent).inserted {
        frontier.append(dependent)
      }
    }
    return successors
  }
}
