package import TraceEvents
import TraceModel

/// An edge as it is drawn: one for all relations that lead from an operation to another.
///
/// Graphviz's bugs with double edges aside, two arrows between the same boxes say less than one: what they mean
/// together is in the tooltip, and the strongest relation gives the look.
package struct DrawnEdge: Hashable {
  /// Where it begins.
  package var source: OperationID
  /// Where it ends.
  package var target: OperationID

  /// The relations, the strongest first.
  package var relations: [Relation] = []

  /// Whether the critical path runs along it.
  package var isCritical = false

  /// Whether both ends are stalled, and the target because of the source.
  package var isBlocking = false

  /// Whether the source was cancelled or failed, and the target ran all the same.
  package var isOverrun = false

  /// Whether the target was cancelled before it could make use of it.
  package var isMoot = false

  /// The relation that gives the look.
  var relation: Relation {
    relations.first ?? .dependency
  }

  /// Relations between operations, the strongest first: what the program asked for, then what came about by itself.
  package enum Relation: Int, Hashable, Comparable, CaseIterable {
    /// The target depends on the source.
    case dependency
    /// One is a barrier, and the target stands behind the source.
    case barrier
    /// The target waits inside for the source.
    case wait
    /// The source holds a slot that the target needs, and neither gets on.
    case holdsSlot
    /// The source left the slot that the target took.
    case slotHandOver
    /// The source added the target to a queue.
    case createdBy
    /// The source cancelled the target.
    case cancelled
    /// The source finished the target.
    case finished
    /// The source resumed the queue of the target.
    case resumed

    init(_ kind: TraceEdge.Kind) {
      self =
        switch kind {
        case .dependency: .dependency
        case .barrier: .barrier
        case .wait: .wait
        case .slotHandOver: .slotHandOver
        case .createdBy: .createdBy
        case .cancelled: .cancelled
        case .finished: .finished
        case .resumed: .resumed
        }
    }

    /// Orders the strongest first.
    package static func < (a: Relation, b: Relation) -> Bool {
      a.rawValue < b.rawValue
    }
  }
}

extension DrawnEdge.Relation {
  /// The colour of its line.
  var tone: GraphPalette.Tone {
    switch self {
    case .dependency: GraphPalette.dependencyEdge
    case .barrier: GraphPalette.barrierEdge
    case .wait: GraphPalette.waitEdge
    case .holdsSlot: GraphPalette.blockingEdge
    case .slotHandOver: GraphPalette.handOverEdge
    case .createdBy: GraphPalette.creationEdge
    case .cancelled: GraphPalette.cancellationEdge
    case .finished: GraphPalette.creationEdge
    case .resumed: GraphPalette.suspendedBorder
    }
  }

  /// How its line is drawn; nil for a solid one.
  var lineStyle: String? {
    switch self {
    case .dependency, .barrier: nil
    case .wait: "dashed"
    case .holdsSlot, .slotHandOver, .createdBy, .cancelled, .finished, .resumed:
      "dotted"
    }
  }

  /// The shape at its end.
  var arrowhead: String {
    switch self {
    case .dependency: "normal"
    case .barrier: "teenormal"
    case .wait: "box"
    case .holdsSlot: "diamond"
    case .slotHandOver: "vee"
    case .createdBy: "odot"
    case .cancelled: "tee"
    case .finished: "dot"
    case .resumed: "odiamond"
    }
  }

  /// A letter that looks like the arrowhead, for the legend.
  var arrowheadGlyph: String {
    switch self {
    case .dependency: "▸"
    case .barrier: "▸|"
    case .wait: "■"
    case .holdsSlot: "◆"
    case .slotHandOver: "›"
    case .createdBy: "○"
    case .cancelled: "|"
    case .finished: "●"
    case .resumed: "◇"
    }
  }

  /// The fixed word for `class`.
  package var className: String {
    switch self {
    case .dependency: "dependency"
    case .barrier: "barrier"
    case .wait: "wait"
    case .holdsSlot: "holds-slot"
    case .slotHandOver: "slot-hand-over"
    case .createdBy: "created-by"
    case .cancelled: "cancelled-by"
    case .finished: "finished-by"
    case .resumed: "resumed-by"
    }
  }

  /// What it means, for the legend.
  var words: String {
    switch self {
    case .dependency: "dependency"
    case .barrier: "barrier"
    case .wait: "waited for inside"
    case .holdsSlot: "holds the slot it needs"
    case .slotHandOver: "left it the slot"
    case .createdBy: "added it"
    case .cancelled: "cancelled it"
    case .finished: "finished it"
    case .resumed: "resumed its queue"
    }
  }

  /// What it means between two operations.
  func sentence(from source: String, to target: String) -> String {
    switch self {
    case .dependency: "\(target) depends on \(source)"
    case .barrier: "barrier: \(target) has to wait for \(source)"
    case .wait: "\(target) waits inside until \(source) has finished"
    case .holdsSlot: "\(source) holds a slot that \(target) needs"
    case .slotHandOver: "\(source) left the slot in which \(target) could start"
    case .createdBy: "\(source) added \(target) to its queue"
    case .cancelled: "\(source) cancelled \(target)"
    case .finished: "\(source) finished \(target)"
    case .resumed: "\(source) resumed the queue of \(target)"
    }
  }
}
