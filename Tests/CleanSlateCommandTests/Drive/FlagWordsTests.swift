import FeatureFlags
import Testing

@testable import CleanSlateCommand

@Suite("Flags as words")
struct FlagWordsTests {
  @Test(
    "have the value that JSON has, and are a text where that is not one value",
    arguments: [
      ("1", .int(1)), ("true", .bool(true)), ("\"1\"", .string("1")), ("no", .string("no")),
      ("", .string("")),
      ("1,\"b\":2", .string("1,\"b\":2")), ("true,\"zzz\":2", .string("true,\"zzz\":2")),
    ] as [(String, FlagLiteral)])
  func values(text: String, value: FlagLiteral) throws {
    #expect(try FlagWords.values(["a=\(text)"]) == ["a": value])
  }
}
