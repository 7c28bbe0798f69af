import Testing
import TraceEvents
import TraceTestSupport

/// Copies of a recording have names of their own, and do not fill the disk.
struct CopyNamesTests {
  @Test func theOldestCopyMakesRoom() throws {
    let folder = try TemporaryFolder()
    var names = CopyNames(of: folder.file("run.optrace"))
    var written: [String] = []
    for number in 1...CopyNames.most + 3 {
      let copy = names.free()
      #expect(!written.suffix(CopyNames.most).contains(copy))
      #expect(copy.hasPrefix(folder.file("run-")) && copy.hasSuffix(".optrace"))
      let name = String(copy.dropFirst(folder.file("").count))
      written.append(try folder.write([UInt8(number)], to: name))
      let text = names.add(copy)
      if number <= CopyNames.most {
        #expect(text == "a copy is in \(copy)")
      } else {
        #expect(
          text == "a copy is in \(copy); \(written[number - CopyNames.most - 1]) made room for it"
        )
      }
    }
    let left = try folder.names().map { folder.file($0) }
    #expect(Set(left) == Set(written.suffix(CopyNames.most)))
  }

  /// What somebody else put there is not touched.
  @Test func aNameThatIsTakenIsNotGivenAgain() throws {
    let folder = try TemporaryFolder()
    let names = CopyNames(of: folder.file("run"))
    let first = names.free()
    _ = try folder.write([1], to: String(first.dropFirst(folder.file("").count)))
    #expect(names.free() != first)
  }
}
