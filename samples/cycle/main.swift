// Starts an app. Three steps wait for each other in a circle, across two queues; each queue by
// itself looks innocent, and nothing is reported. This program never ends, so it gives up.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

let disk = OperationQueue()
disk.name = "disk"

let network = OperationQueue()
network.name = "network"

/// An operation of the start that says when it is done.
func step(_ name: String) -> Operation {
  let operation = BlockOperation {
    print(name)
  }
  operation.name = name
  return operation
}

let loadSettings = step("load settings")
let findServer = step("find server")
let signIn = step("sign in")
let showHome = step("show home")

// The settings say which server, and signing in needs one.
findServer.addDependency(loadSettings)
signIn.addDependency(findServer)
showHome.addDependency(signIn)

// WRONG, and added a year later: settings became personal, so they need to know who has signed in.
loadSettings.addDependency(signIn)

disk.addOperation(loadSettings)
network.addOperations([findServer, signIn], waitUntilFinished: false)
disk.addOperation(showHome)

Thread.detachNewThread {
  Thread.sleep(forTimeInterval: 2)
  print("gave up after 2 seconds: the home screen has not been shown")
  exit(EXIT_FAILURE)
}
disk.waitUntilAllOperationsAreFinished()
