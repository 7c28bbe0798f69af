/// What a shape of a timeline's picture is filled with.
///
/// Each state has a texture of its own, so that it can be told without colour.
enum PicturePaint: Hashable {
  /// One colour.
  case tone(GraphPalette.Tone)
  /// A texture.
  case texture(Texture)

  /// The textures, by the end of their identity in the document.
  enum Texture: String, Hashable, CaseIterable {
    case waiting, suspended, slot, dispatch, stalled, failed, many, barrier, shade
  }

  /// The value of the attribute.
  var attribute: String {
    switch self {
    case .tone(let tone): tone.light
    case .texture(let texture): "url(#p-\(texture.rawValue))"
    }
  }
}

extension BarTone {
  /// What the time that it stands for is filled with.
  var paint: PicturePaint {
    switch self {
    case .waitingForDependencies: .texture(.waiting)
    case .queueSuspended: .texture(.suspended)
    case .waitingForSlot: .texture(.slot)
    case .dispatch: .texture(.dispatch)
    case .executing: .tone(GraphPalette.executingPart)
    case .stalled: .texture(.stalled)
    }
  }
}

extension PicturePaint.Texture {
  /// The colours that it is made of: its ground and its strokes.
  var tones: (ground: GraphPalette.Tone, stroke: GraphPalette.Tone) {
    switch self {
    case .waiting: (GraphPalette.restPart, GraphPalette.quietText)
    case .suspended: (GraphPalette.suspendedFill, GraphPalette.suspendedBorder)
    case .slot: (GraphPalette.slotPart, GraphPalette.background)
    case .dispatch: (GraphPalette.dispatchPart, GraphPalette.background)
    case .stalled: (GraphPalette.stalledFill, GraphPalette.stalledBorder)
    case .failed: (GraphPalette.failedFill, GraphPalette.failedBorder)
    case .many: (GraphPalette.executingPart, GraphPalette.heat[1])
    case .barrier: (GraphPalette.queueFill, GraphPalette.dispatchPart)
    case .shade: (GraphPalette.suspendedFill, GraphPalette.suspendedPart)
    }
  }

  /// Its definition in a document.
  var definition: String {
    let (size, strokes, width): (Int, String, String) =
      switch self {
      case .waiting: (4, "M1,0V4", "1")
      case .suspended: (4, "M0,0.5H4M0,2.5H4", "1")
      case .slot: (6, "M0,6L6,0", "1")
      case .dispatch: (3, "M0,0.5H3", "1")
      case .stalled: (6, "M-1,1L1,-1M0,6L6,0M5,7L7,5", "1.3")
      case .failed: (6, "M0,0L6,6M0,6L6,0", "0.9")
      case .many: (3, "M2.5,0V3", "1")
      case .barrier: (8, "M0,4H3", "1")
      case .shade: (9, "M0,0L9,9", "0.8")
      }
    let (ground, stroke) = tones
    return """
      <pattern id="p-\(rawValue)" width="\(size)" height="\(size)" patternUnits="userSpaceOnUse">\
      <rect width="\(size)" height="\(size)" fill="\(ground.light)"/>\
      <path d="\(strokes)" fill="none" stroke="\(stroke.light)" stroke-width="\(width)"/></pattern>

      """
  }
}
