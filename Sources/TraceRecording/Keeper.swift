import Dispatch

/// The thread of a bounded recording that makes room in it.
///
/// Traced threads wake it, and never wait for it longer than some milliseconds.
final class Keeper: Sendable {
  private let news = DispatchSemaphore(value: 0)

  /// How long it sleeps at most, for a recording that is bound by time.
  private static let pause = DispatchTimeInterval.milliseconds(50)

  /// Starts to make room for a store, for as long as that has a session.
  func start(for store: BoundedStore) {
    PlainThread.start(named: "optrace-keeper") { [self] in
      repeat { _ = news.wait(timeout: .now() + Self.pause) } while store.makeRoom()
    }
  }

  /// Lets it look whether there is something to do.
  func wake() {
    news.signal()
  }
}
