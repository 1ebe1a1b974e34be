import Testing

@testable import ReleaseProof

@Suite("The reader of Swift sources")
struct SwiftSourceTests {
  private func literals(_ text: String) -> [String] { SwiftSource(text).literals.map(\.text) }

  @Test("takes a literal apart at its interpolations, and reads those within")
  func interpolation() {
    #expect(literals(#"let a = "one \(b("two \(c) three")) four""#) == ["one ", "two ", " three", " four"])
  }

  @Test("reads escapes, raw literals, and literals of many lines")
  func forms() {
    #expect(literals(#""a\tb\u{e9}\"c""#) == ["a\tbé\"c"])
    #expect(literals("#\"raw \\n \"quoted\" \\#(x) end\"#") == ["raw \\n \"quoted\" ", " end"])
    #expect(
      literals("let a = \"\"\"\n    first \\\n    second\n    \"\"\"\n\"after\"") == [
        "first ", "second", "after",
      ])
  }

  @Test("passes over comments, and over quotation marks that begin no literal")
  func passesOver() {
    let text = """
      // "comment"
      /* "block" /* "nested" */ "still" */
      let regex = /["]/
      let other = #/"x"/#
      let literal = "kept"
      """
    #expect(literals(text).contains("kept"))
    #expect(!literals(text).contains { ["comment", "block", "nested", "still", "x"].contains($0) })
  }

  @Test("takes each line of an embedded file for a literal, whatever it looks like")
  func embedded() {
    #expect(
      SwiftSource(embedding: "<p>\n\n  #if a // \"b\" \\(c)\n").literals == [
        .init(text: "<p>", line: 1, isGated: true),
        .init(text: "#if a // \"b\" \\(c)", line: 3, isGated: true),
      ])
  }

  @Test("notes the types that are declared, with their lines, and nothing that only mentions them")
  func types() {
    let source = SwiftSource(
      """
      public struct First: Second {
        class func make() -> Third {}
        enum Inner { case protocol }
      }
      actor Worker {}
      """)
    #expect(source.types.map { "\($0.text) \($0.line)" } == ["First 1", "Inner 3", "Worker 5"])
  }

  @Test("reads the functions of a source in C that others can call, and its sentences")
  func inC() {
    let source = SwiftSource(
      inC: #"""
        #ifdef DEBUG
        #include "Parts.h"
        #define CALL(x) do { \
          x("not this"); } while (0)
        /* "comment" /* } */
        struct Note { int (*call)(int); };
        __attribute__((section(".note"))) static const struct Note note = { 0 };
        static int open_of(int child) { return '"' + '\'' + child; }
        INLINE bool is_near(int child) { return child; }
        bool CopyTake(int (*each)(void *), void *with) {
          if (each(with)) puts("an object \"of\" others (");
          return open("/proc/self/fd");
        }
        __attribute__((constructor)) void begin(void) { }
        void given(void) __attribute__((noreturn));
        int *table_room(
            size_t count) __attribute__((cold)) {
          return 0;
        }
        #endif
        """#)
    #expect(source.functions.map { "\($0.text) \($0.line)" } == ["CopyTake 10", "begin 14", "table_room 16"])
    #expect(source.literals.map { "\($0.text) \($0.line)" } == ["an object \"of\" others ( 11"])
  }

  @Test(
    "knows what only a debug build sees",
    arguments: [
      ("\"a\"", false), ("#if DEBUG\n\"a\"\n#endif", true), ("#if DEBUG\n#else\n\"a\"\n#endif", false),
      ("#if !DEBUG\n#else\n\"a\"\n#endif", true), ("#if DEBUG || os(Linux)\n\"a\"\n#endif", false),
      ("#if DEBUG // why\n#if os(Linux)\n\"a\"\n#endif\n#endif", true),
      ("#if DEBUG\n#endif\n\"a\"", false), ("#if os(Linux)\n#elseif DEBUG\n\"a\"\n#endif", true),
      ("#if(DEBUG)\n\"a\"\n#endif", true), ("#if\tDEBUG&&os(Linux)\n\"a\"\n#endif", true),
      ("#if DEBUG\n#if(os(Linux))\n#endif\n\"a\"\n#endif", true),
      ("#if DEBUG\n#if!os(Linux)\n#endif\n#endif\n\"a\"", false),
      ("#if (DEBUG || os(Linux)) && X\n\"a\"\n#endif", false), ("#if !(!DEBUG || X)\n\"a\"\n#endif", true),
      ("#if X || DEBUG && Y//&&\n\"a\"\n#endif", false), ("#if swift(>=6.0) && DEBUG\n\"a\"\n#endif", true),
      ("#if !DEBUG\n#elseif X\n\"a\"\n#endif", true), ("#if DEBUG\n#elseif X\n#else\n\"a\"\n#endif", false),
      ("#if !DEBUG\n#elseif X\n#else\n\"a\"\n#endif", true),
      ("#iffy\n#if DEBUG\n#endif\n\"a\"", false), ("#if\n\"a\"\n#endif", false),
    ])
  func gates(text: String, isGated: Bool) {
    #expect(SwiftSource(text).literals == [.init(text: "a", line: lineOfLiteral(text), isGated: isGated)])
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
      ("// In C.\n#ifdef DEBUG\n#include <a.h>\nint a;\n#endif\n", true),
      ("#ifdef DEBUG\n#elif X\nint a;\n#endif\n", false), ("#ifndef DEBUG\nint a;\n#endif\n", false),
    ])
  func whollyInside(text: String, expected: Bool) {
    #expect(SwiftSource.isWhollyInsideDebug(text) == expected)
  }
  private func lineOfLiteral(_ text: String) -> Int {
    1 + text.prefix { $0 != "\"" }.count { $0 == "\n" }
  }
}
