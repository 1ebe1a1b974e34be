import Foundation
import OperatingSystem
import Records
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("Some tests in the words of their program")
struct TestSelectionTests {
  private func new(_ name: String, in file: String = "Cart") -> TestIdentity {
    TestIdentity(
      framework: .swiftTesting, id: "Shop.Cart/\(name)/\(file).swift:8:4",
      name: name
    )
  }

  @Test("are asked for by their names and places, and nothing else is")
  func some() throws {
    let tests = [new("pays()"), new("adds()")]
    #expect(
      TestSelection.filter(tests)
        == #"^Shop\.Cart/pays\(\)/Cart\.swift:8:4$|^Shop\.Cart/adds\(\)/Cart\.swift:8:4$"#)
    var filter = TestFilter()
    try filter.want(TestSelection.filter([new("pays()")]))
    #expect(filter.takes(new("pays()"), suites: []))
    #expect(!filter.takes(new("pays()", in: "OldCart"), suites: []))
  }

  @Test("a thousand long names are asked for in pieces that the system takes")
  func long() throws {
    let long = String(repeating: "VeryLong", count: 30)
    let old = (0..<1000).compactMap { TestIdentity(listed: "Shop.CartTests/test\(long)\($0)") }
    for tests in [old, (0..<1000).map { self.new("`\(long) (\($0))`()") }] {
      let pieces = TestSelection.pieces(tests)
      #expect(pieces.flatMap(\.self) == tests && pieces.count < 6)
      for piece in pieces {
        #expect(TestSelection.filter(piece).utf8.count < 128 * 1024)
        #expect(piece.map(\.id).joined(separator: ",").utf8.count < 128 * 1024)
        var filter = TestFilter()
        try filter.want(TestSelection.filter(piece))
        #expect(tests.filter { filter.takes($0, suites: []) } == piece)
      }
    }
  }
}
