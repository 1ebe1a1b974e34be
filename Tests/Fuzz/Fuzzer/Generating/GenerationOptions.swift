#if DEBUG
import Foundation

/// The words after `Fuzzer generate TARGET`.
struct GenerationOptions {
  var count = 1000
  var seed: UInt64 = 1
  var corpus = "Tests/Fuzz/Corpus"
  var record: String

  init(_ target: FuzzTarget, _ words: ArraySlice<String>) throws {
    record = ".build/fuzz/\(target.rawValue)-input"
    var rest = words
    while let name = rest.popFirst() {
      guard ["--count", "--seed", "--corpus", "--record"].contains(name) else {
        throw FuzzFailure("'\(name)' is no option.")
      }
      guard let value = rest.popFirst() else { throw FuzzFailure("The value of \(name) is missing.") }
      switch name {
      case "--count": count = try Self.number(value, name)
      case "--seed": seed = try Self.number(value, name)
      case "--corpus": corpus = value
      default: record = value
      }
    }
  }

  private static func number<Number: FixedWidthInteger>(_ text: String, _ name: String) throws -> Number {
    guard let number = Number(text), number >= 0 else {
      throw FuzzFailure("\(name) takes a whole number, and '\(text)' is none.")
    }
    return number
  }
}
#endif
