import Foundation

extension FaultSample {
  static let selfDependency = FaultSample(
    "self-dependency",
    wrong: {
      let steps = ["read", "sort", "write"].map(step)
      for step in steps {
        step.addDependency(steps[0])
      }
      OperationQueue().addOperations(steps, waitUntilFinished: true)
    },
    right: {
      let steps = ["read", "sort", "write"].map(step)
      for step in steps.dropFirst() {
        step.addDependency(steps[0])
      }
      OperationQueue().addOperations(steps, waitUntilFinished: true)
    }
  )
}

private func step(_ name: String) -> Operation {
  let step = BlockOperation { print(name) }
  step.name = name
  return step
}
