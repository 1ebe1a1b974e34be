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

  @Test(
    "knows whether one condition goes around the whole file",
    arguments: [
      ("#if DEBUG\nlet a = 1\n#endif\n", true),
      ("// A comment.\n#if DEBUG\n#if os(Linux)\n#else\n#endif\nlet a = 1\n#endif", true),
      ("let a = 1\n", false),
      ("#if DEBUG\nlet a = 1\n#endif\nlet b = 2", false),
      ("import A\n#if DEBUG\n#endif", false),
      ("#if DEBUG\n#else\nlet a = 1\n#endif", false),
      ("#if DEBUG\n#endif\nlet leak = 1\n#if DEBUG\n#endif", false),
      ("#if os(Linux)\n#endif", false),
    ])
  func whollyInside(text: String, expected: Bool) {
    #expect(SourceFile(path: "a", text: text).isWhollyInsideDebug == expected)
  }
}
