// Shows the unread count of a feed. The download is cancelled, and what depends on it runs all the
// same: for a queue, cancelled is finished.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

/// Downloads the feed.
final class DownloadFeed: Operation, @unchecked Sendable {
  private(set) var articles: [String] = []

  override func main() {
    articles = ["Rain at last", "Harbour to reopen", "Choir looks for tenors"]
  }
}

/// Counts what the download before it has fetched.
final class CountUnread: Operation, @unchecked Sendable {
  private(set) var count = 0

  override func main() {
    // WRONG: nobody asks whether the download has happened.
    guard let download = dependencies.lazy.compactMap({ $0 as? DownloadFeed }).first else { return }
    count = download.articles.count
  }
}

let download = DownloadFeed()
download.name = "download feed"

let check = BlockOperation {
  // Stands for the answer "this subscription has ended".
  Thread.sleep(forTimeInterval: 0.02)
  download.cancel()
}
check.name = "check subscription"
download.addDependency(check)

let unread = CountUnread()
unread.name = "count unread"
unread.addDependency(download)

let show = BlockOperation {
  print("\(unread.count) unread articles")
}
show.name = "show badge"
show.addDependency(unread)

let feeds = OperationQueue()
feeds.name = "feeds"
feeds.addOperations([check, download, unread, show], waitUntilFinished: true)
