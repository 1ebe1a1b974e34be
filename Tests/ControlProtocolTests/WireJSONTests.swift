import Foundation
import Leaks
import Testing

@testable import ControlProtocol

@Suite("JSON on the wire")
struct WireJSONTests {
  private struct Sample: Codable, Equatable {
    enum Kind: String, Codable, CaseIterable { case first, second }

    var text = "a \"quoted\" \\ path/with\tcontrol \u{1} and \u{7F}, ein Ü, 日本語, 👩‍👧, \n\r end"
    var whole = [0, -1, Int.max, Int.min]
    var fraction = [0.1, -1.5e300, 3]
    var small: UInt8 = 255
    var yes = true
    var none: String?
    var kind = Kind.second
    var counts = ["b": 1, "a": 2, "": 3]
    var nested: [Sample]?
    var empty: [Int] = []
    var optionals: [Int?] = [1, nil]
  }

  private static var samples: [Sample] {
    var outer = Sample()
    outer.nested = [Sample(text: ""), Sample(none: "now some")]
    return [Sample(), outer]
  }

  @Test("is read by Foundation as it was meant", arguments: samples)
  private func written(sample: Sample) throws {
    let bytes = try WireJSON.encode(sample)
    #expect(try JSONDecoder().decode(Sample.self, from: Data(bytes)) == sample)
    #expect(try WireJSON.decode(Sample.self, from: bytes) == sample)
  }

  @Test("has no control characters, and gives them back")
  func controlCharacters() throws {
    let text = String(String.UnicodeScalarView((0...0xFF).compactMap(Unicode.Scalar.init)))
    let bytes = try WireJSON.encode([text, "\u{85}"])
    let written = String(decoding: bytes, as: UTF8.self)
    #expect(written.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(written.hasSuffix(#","\u0085"]"#))
    #expect(try WireJSON.decode([String].self, from: bytes) == [text, "\u{85}"])
    #expect(try JSONDecoder().decode([String].self, from: Data(bytes)) == [text, "\u{85}"])
  }

  @Test("reads what Foundation writes, with white space and every escape", arguments: samples)
  private func read(sample: Sample) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    #expect(try WireJSON.decode(Sample.self, from: Array(encoder.encode(sample))) == sample)
    let escaped = #" "\u00e9\ud83d\ude00\b\f\n\r\t\/\\\"" "#
    #expect(try WireJSON.decode(String.self, from: Array(escaped.utf8)) == "é😀\u{8}\u{C}\n\r\t/\\\"")
  }

  @Test("has its fields in the order in which the value names them, and dictionaries in that of their names")
  func order() throws {
    struct Empty: Encodable {}
    struct Parts: Encodable {
      var b = 1
      var a = ["z": 1, "y": 2]
      var empty = Empty()
    }
    #expect(
      String(decoding: try WireJSON.encode(Parts()), as: UTF8.self)
        == #"{"b":1,"a":{"y":2,"z":1},"empty":{}}"#)
  }

  @Test(
    "refuses what is no JSON",
    arguments: [
      "", " ", "{", "}", "[1,]", "[1 2]", #"{"a":1,}"#, #"{"a" 1}"#, #"{a:1}"#, "tru", "nul", "01", "-", "1.",
      ".5", "1e", "+1", "NaN", "1e999", #"""#, #""\x""#, #""\u12""#, #""\ud800""#, #""\ud800\u0041""#,
      "\"a\nb\"", "1 1", "{}{}", String(repeating: "[", count: 600), #""\u{+12}""#, "[\"\u{1}\"]",
    ])
  func refused(text: String) {
    #expect(throws: JSONError.syntax) { try JSONValue(parsing: Array(text.utf8)) }
  }

  @Test("refuses bytes that are no text")
  func bytes() {
    for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0xEF, 0xBB, 0xBF], [0x22, 0xC3, 0x22], [0x22, 0x5C]] {
      #expect(throws: JSONError.syntax) { try JSONValue(parsing: bytes) }
    }
  }

  @Test("says where something is not as it should be")
  func mismatch() throws {
    func problem(_ text: String) -> String? {
      #expect(throws: JSONError.self) {
        try WireJSON.decode([Sample].self, from: Array(text.utf8))
      }?.description
    }
    #expect(problem("{}") == "expected an array")
    #expect(throws: JSONError(.noSuchValue(known: ["first", "second"])).within("[0]")) {
      try WireJSON.decode([Sample.Kind].self, from: Array(#"["third"]"#.utf8))
    }
    let word = JSONError(.noSuchValue(known: ["first", "second"])).within("kind")
    #expect(word.description == #"expected one of first, second at "kind""#)
    #expect(problem("[{}]") == #""text" is missing at "[0]""#)
    #expect(problem(#"[{"text":"","whole":[0,"1"]}]"#) == #"expected a whole number at "[0].whole[1]""#)
    #expect(problem(#"[{"text":null}]"#) == #"expected a string, found null at "[0].text""#)
  }

  @Test("cannot hold a number that is none")
  func notANumber() {
    #expect(throws: EncodingError.self) { try WireJSON.encode([Double.nan]) }
  }

  @Test("carries a receipt there and back")
  func receipt() throws {
    let leak = Leak(
      type: "Cart", name: "session", generation: 3,
      holders: [LeakHolder(.cycle, LeakPath(["a", "b"]), isCertain: false)], holds: ["x": 2])
    let receipt = ResetReceipt(
      generation: 4, nanoseconds: 5, keptData: false, steps: [],
      cleared: [.init(part: "documents", count: 2)],
      survived: [], failures: [], abandonedWork: ["load"], leaks: [leak], notLookedInto: ["p"],
      treeBefore: nil)
    #expect(try WireJSON.decode(ResetReceipt.self, from: WireJSON.encode(receipt)) == receipt)
  }
}
