import Foundation

extension FaultSample {
  static let removedDependency = FaultSample(
    "removed-dependency",
    wrong: {
      let (review, publish) = reviewAndPublish()
      publish.addDependency(review)
      if isUrgent { publish.removeDependency(review) }
      OperationQueue().addOperations([review, publish], waitUntilFinished: true)
    },
    right: {
      let (review, publish) = reviewAndPublish()
      if !isUrgent { publish.addDependency(review) }
      OperationQueue().addOperations([review, publish], waitUntilFinished: true)
    }
  )
}

private let isUrgent = true

private func reviewAndPublish() -> (review: Operation, publish: Operation) {
  let review = BlockOperation { print("reviewed") }
  let publish = BlockOperation { print("published") }
  (review.name, publish.name) = ("review", "publish")
  return (review, publish)
}
