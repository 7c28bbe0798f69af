import Foundation

/// Programs that are started from operations.
func children() throws {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  for number in 0..<3 {
    queue.addOperation {
      print("child \(number)")
      // What was printed comes before what the child prints.
      fflush(nil)
      for arguments in [["pipeline"], ["environment"]] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = arguments
        try? process.run()
        process.waitUntilExit()
        print("status \(process.terminationStatus)")
        fflush(nil)
      }
    }
  }
  queue.waitUntilAllOperationsAreFinished()
}

/// Becomes another program.
func replaced() {
  serial()
  fflush(nil)
  become(["/bin/sh", "-c", "echo replaced: $LD_PRELOAD; ls /proc/self/fd | wc -l"])
}

/// Becomes itself once more.
func replacedByItself() {
  serial()
  fflush(nil)
  become([CommandLine.arguments[0], "serial"])
}

private func become(_ arguments: [String]) {
  let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  if let program = words[0] { execv(program, words) }
}

/// A child without a program of its own, which goes on to use operations.
func forked() {
  serial()
  fflush(nil)
  typealias Fork = @convention(c) () -> Int32
  // The importer hides it, which says nothing about C libraries that a program links.
  let fork = unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)
  let child = fork()
  if child == 0 {
    for number in 0..<5_000 {
      let step = Decode(number)
      step.start()
    }
    print("child done")
    exit(0)
  }
  var status: Int32 = 0
  waitpid(child, &status, 0)
  print("child ended with \(status)")
  pipeline()
}
