import Foundation
import Testing

@testable import TraceRendering

struct PageModulesTests {
  private let script = PageModules(files: PageFiles.modules).script(main: "main.js")

  private static func folder() -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/TraceRendering/Report/Page").standardizedFileURL
  }

  @Test
  func `A file stands behind those that it imports, once`() {
    let files = [
      "a.js":
        "// A.\n/**\n * More.\n */\n/** B. */\nimport {\n  b,\n} from './b.js';\nimport { c } from './c.js';\nexport const a = b + c;\n",
      "b.js": "import { c } from './c.js';\nexport function b() {}\nexport class D {}\n",
      "c.js": "export const c = 'import x';\n",
      "d.js": "nobody imports it",
    ].mapValues { Array($0.utf8) }
    let script = PageModules(files: files).script(main: "a.js")
    #expect(
      script == """
        // c.js
        const c = 'import x';

        // b.js
        function b() {}
        class D {}

        // a.js
        const a = b + c;


        """
    )
  }

  @Test
  func `Every file of the page is in it`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder().path)
    #expect(Set(names.filter { $0.hasSuffix(".js") }) == Set(PageFiles.modules.keys))
    #expect(names.count { $0.hasSuffix(".css") } == PageFiles.styleSheets.count)
    for name in PageFiles.modules.keys {
      #expect(script.contains("\n// \(name)\n") || script.hasPrefix("// \(name)\n"), "\(name)")
      let text = try String(contentsOf: Self.folder().appendingPathComponent(name), encoding: .utf8)
      #expect(Array(text.utf8) == PageFiles.modules[name], "\(name) is not the one that was built")
    }
  }

  @Test
  func `Names at the top of the files are different, as they share a script`() {
    var seen: [String: Int] = [:]
    for line in script.split(separator: "\n") {
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$" }
      guard !line.hasPrefix(" "), words.count > 1,
        ["function", "const", "let", "class", "async"].contains(words[0])
      else { continue }
      seen[String(words[0] == "async" ? words[2] : words[1]), default: 0] += 1
    }
    #expect(seen.count > 50)
    #expect(seen.filter { $0.value > 1 }.isEmpty)
  }

  @Test
  func `Nothing of an import or export is left, and nothing is made of markup`() {
    for line in script.split(separator: "\n") {
      #expect(!line.hasPrefix("import ") && !line.hasPrefix("export "), "\(line)")
      for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
        #expect(!line.contains(word), "\(line)")
      }
    }
    #expect(!script.contains("</script"))
  }

  @Test(arguments: PageFiles.modules.keys.sorted())
  func `A file is about one thing, and short`(name: String) {
    let lines = String(decoding: PageFiles.modules[name] ?? [], as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < 320)
    #expect(lines.first?.hasPrefix("// ") == true)
  }
}
