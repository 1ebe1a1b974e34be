import EmbedPageTool
import Foundation
import Testing

@testable import ReleaseProof

@Suite("The source that a build tool writes")
struct EmbeddedFilesTests {
  @Test("is gated as a whole, and says every line of the debug page as it is")
  func page() throws {
    let files = try [".html", ".css", ".js"].flatMap {
      try Repository.sources(in: ["TestScaffolding/TestScaffolding"], endingWith: $0)
    }
    #expect(files.count == 26)
    let source = EmbeddedFiles.source(
      of: files.map { (URL(filePath: $0.path).lastPathComponent, $0.text) })
    #expect(SwiftSource.isWhollyInsideDebug(source))
    let literals = SwiftSource(source).literals.map(\.text)
    for file in files {
      for line in SwiftSource(embedding: file.text).literals {
        #expect(literals.contains(line.text), "\(file.path):\(line.line)")
      }
    }
  }

  @Test("keeps what could end a literal, or has a meaning in one")
  func literals() {
    let text = "\\(a) \\#(b) \"\"\"# \\##(c)\n#endif"
    let source = EmbeddedFiles.source(of: [("a.js", text)])
    #expect(
      SwiftSource(source).literals.map(\.text) == ["a.js", "\\(a) \\#(b) \"\"\"# \\##(c)", "#endif"])
  }
}
