// Synchronises a reader's articles. Dependencies reach across queues: what may run at once is the
// queue's business (two requests, one writer), what must come first is the dependency's.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

let network = OperationQueue()
network.name = "network"
network.maxConcurrentOperationCount = 2

let database = OperationQueue()
database.name = "database"
database.maxConcurrentOperationCount = 1

/// An operation that stands for work of a few milliseconds.
func step(_ name: String, milliseconds: Int, after dependencies: Operation...) -> Operation {
  let operation = BlockOperation {
    Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
    print(name)
  }
  operation.name = name
  for dependency in dependencies { operation.addDependency(dependency) }
  return operation
}

let fetchAuthors = step("fetch authors", milliseconds: 10)
let fetchArticles = step("fetch articles", milliseconds: 25)

// An article names its author, so the authors go first.
let storeAuthors = step("store authors", milliseconds: 5, after: fetchAuthors)
let storeArticles = step("store articles", milliseconds: 10, after: fetchArticles, storeAuthors)
let index = step("rebuild index", milliseconds: 10, after: storeArticles)

// The order of these calls does not matter.
database.addOperations([index, storeArticles, storeAuthors], waitUntilFinished: false)
network.addOperations([fetchAuthors, fetchArticles], waitUntilFinished: false)
database.waitUntilAllOperationsAreFinished()
