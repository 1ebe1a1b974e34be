import Testing

@Suite("The reader of source files")
struct SourceFileTests {
  @Test("finds imports with every attribute and access level")
  func imports() {
    let text = """
      import Foundation
      public import ElementTree
      @testable import AppRuntime
      @preconcurrency package import AppData
      import struct Glibc.stat
      // import Commented
      let text = "import Nothing"
      """
    #expect(
      SourceFile(path: "a", text: text).imports
        == ["Foundation", "ElementTree", "AppRuntime", "AppData", "Glibc"])
  }

  @Test("counts conditions on DEBUG, not words about it")
  func debugConditions() {
    let text = """
      // #if DEBUG
      #if DEBUG
      #endif
      #if os(Linux) && DEBUG
      #elseif !DEBUG
      #endif
      #if DEBUGGER
      #endif
      """
    #expect(SourceFile(path: "a", text: text).debugConditions == 3)
  }
}
