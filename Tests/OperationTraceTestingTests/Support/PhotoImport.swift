import Foundation

/// What the test of the README tests.
func importPhoto(on queue: OperationQueue) {
  queue.maxConcurrentOperationCount = 2
  let load = BlockOperation {}
  load.name = "load"
  let save = BlockOperation {}
  save.name = "save"
  let resizes = (1...3).map { number in
    let resize = BlockOperation {}
    resize.name = "resize \(number)"
    resize.addDependency(load)
    save.addDependency(resize)
    return resize
  }
  queue.addOperations([save] + resizes + [load], waitUntilFinished: false)
}
