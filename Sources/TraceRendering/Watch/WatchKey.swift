/// A key that is pressed while one watches.
package enum WatchKey: Hashable, Sendable {
  /// One that writes something.
  case character(Character)
  /// Enter or return.
  case enter
  /// Escape.
  case escape
  /// Backspace.
  case backspace
  case up
  case down
  case left
  case right
  /// With shift, control or alt: a larger step.
  case farLeft
  case farRight
  case pageUp
  case pageDown
  case home
  case end
}
