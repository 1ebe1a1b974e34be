import FeatureFlags
import Testing

@Suite("Flags as text")
struct FlagTextTests {
  @Test("keep their types")
  func types() throws {
    let text = #" { "a" : true, "b":1 , "c":1.0,"d":"1", "e":-2e3, "f":false } "#
    #expect(
      try FlagText.parse(text, source: "the test") == [
        "a": .bool(true), "b": .int(1), "c": .double(1), "d": .string("1"), "e": .double(-2000),
        "f": .bool(false),
      ])
    #expect(try FlagText.parse("{}", source: "the test") == [:])
  }

  @Test("come back as they were written")
  func roundTrip() throws {
    let values: [String: FlagLiteral] = [
      "a": .string("\"\\\n\u{1}é👩‍👩‍👧"), "b": .int(.min), "c": .double(0.1), "d": .double(3), "e": .bool(false),
      "": .string(""),
    ]
    #expect(try FlagText.parse(FlagText.format(values), source: "the test") == values)
  }

  @Test("understand every escape of JSON")
  func escapes() throws {
    #expect(
      try FlagText.parse(#"{"a":"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"}"#, source: "the test")
        == ["a": .string("\"\\/\u{8}\u{C}\n\r\té😀")])
  }

  @Test("are refused when a flag stands twice")
  func duplicate() {
    #expect(throws: FlagError.duplicateKey("a", source: "the test")) {
      try FlagText.parse(#"{"a":true,"a":false}"#, source: "the test")
    }
  }

  @Test(
    "are refused where they are malformed, with the place",
    arguments: [
      ("", 0), ("[]", 0), ("{", 1), (#"{"a"}"#, 4), (#"{"a":}"#, 5), (#"{"a":null}"#, 5), (#"{"a":[1]}"#, 5),
      (#"{"a":1,}"#, 7), (#"{"a":1 "b":2}"#, 7), (#"{"a":01}"#, 5), (#"{"a":1.}"#, 5), (#"{"a":"x}"#, 8),
      (#"{"a":"\x"}"#, 6), (#"{"a":1}x"#, 7), (#"{"a":99999999999999999999}"#, 5), (#"{"a":1e999}"#, 5),
      ("{\"a\":\"\n\"}", 6), (#"{"a":True}"#, 5),
    ])
  func malformed(text: String, offset: Int) {
    let error = #expect(throws: FlagError.self) { try FlagText.parse(text, source: "the test") }
    guard case .malformed("the test", _, let found) = error else {
      Issue.record("\(text): \(String(describing: error))")
      return
    }
    #expect(found == offset, "\(text)")
  }

  @Test("say where their quotation marks may be if there are none")
  func unquoted() {
    let error = #expect(throws: FlagError.self) { try FlagText.parse("{a:true}", source: "the test") }
    #expect(
      error?.description.contains(
        "(a shell takes them away, unless single quotes are around it all) at byte 1.")
        == true)
    let other = #expect(throws: FlagError.self) { try FlagText.parse("{\"a\":1, b:2}", source: "the test") }
    #expect(other?.description.contains("no string in quotation marks at byte 8.") == true, "\(other as Any)")
  }

  @Test(
    "say of a number that it is too large, and how large it may be",
    arguments: [
      (
        "99999999999999999999", "whole numbers go from -9223372036854775808 to 9223372036854775807"
      ),
      ("-1e999", "numbers go from -1.7976931348623157e+308 to 1.7976931348623157e+308"),
    ])
  func tooLarge(word: String, range: String) {
    let error = #expect(throws: FlagError.self) { try FlagText.parse("{\"a\":\(word)}", source: "the test") }
    #expect(
      error?.description
        == "The flags of the test cannot be read: \"\(word)\", which is too large (\(range)), at byte 5. "
        + "Expected one JSON object of names and plain values, such as {\"feature.flag\": true}.")
  }
}
