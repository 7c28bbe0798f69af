// Saves an order in a serial queue. It adds the customer to the same queue and waits for that, but
// the only slot is its own. This program never ends, so it gives up.

import Foundation
import OperationTracing

OperationTracer.startFromEnvironment()

let database = OperationQueue()
database.name = "database"
database.maxConcurrentOperationCount = 1

let saveOrder = BlockOperation {
  let saveCustomer = BlockOperation {
    print("saved the customer")
  }
  saveCustomer.name = "save customer"
  database.addOperation(saveCustomer)
  // WRONG: the queue runs one operation at a time, and that is this one until it returns.
  saveCustomer.waitUntilFinished()
  print("saved the order")
}
saveOrder.name = "save order"

let saveInvoice = BlockOperation {
  print("saved the invoice")
}
saveInvoice.name = "save invoice"

database.addOperations([saveOrder, saveInvoice], waitUntilFinished: false)

Thread.detachNewThread {
  Thread.sleep(forTimeInterval: 2)
  print("gave up after 2 seconds: the order has not been saved")
  exit(EXIT_FAILURE)
}
database.waitUntilAllOperationsAreFinished()
