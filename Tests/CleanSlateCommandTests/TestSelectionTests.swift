import Foundation
import OperatingSystem
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("Some tests in the words of swift test")
struct TestSelectionTests {
  private func old(_ name: String) throws -> ListedTest { try #require(ListedTest(listed: name)) }

  private func new(_ name: String) -> ListedTest {
    ListedTest(
      framework: .swiftTesting, id: "Shop.Cart/\(name)/Cart.swift:8:4", label: "Shop.Cart/\(name)", name: name
    )
  }

  @Test("all are asked for in the user's own words")
  func all() throws {
    let tests = [try old("Shop.CartTests/testPays")]
    #expect(TestSelection(all: tests, by: ["--skip", "Slow"]).calls.map(\.words) == [["--skip", "Slow"]])
    #expect(TestSelection(all: [], by: ["--skip", "Slow"]).calls.isEmpty)
    #expect(TestSelection(some: []).calls.isEmpty)
  }

  @Test("some are asked for by their names, and nothing else is")
  func some() throws {
    let tests = [try old("Shop.CartTests/testPays"), try old("Shop.CartTests/testAdds")]
    let calls = TestSelection(some: tests).calls
    #expect(calls.map(\.tests) == [tests])
    #expect(calls[0].words == ["--filter", #"^Shop\.CartTests/testPays$|^Shop\.CartTests/testAdds$"#])
  }

  @Test("a thousand long names are asked for in pieces that the system takes")
  func long() throws {
    let long = String(repeating: "VeryLong", count: 30)
    let old = try (0..<1000).map { try self.old("Shop.CartTests/test\(long)\($0)") }
    let new = (0..<1000).map { self.new("`\(long) (\($0))`()") }
    let calls = TestSelection(some: old + new).calls
    #expect(calls.flatMap(\.tests) == old + new)
    #expect(calls.map(\.tests.count).filter { $0 == 1000 } == [1000], "Swift Testing is called once")
    #expect(calls.count == 4)
    for call in calls {
      #expect(call.words.allSatisfy { $0.utf8.count < 128 * 1024 })
      var filter = TestFilter()
      for pattern in call.words where pattern != "--filter" { try filter.want(pattern) }
      #expect((old + new).filter(filter.takes) == call.tests)
    }
  }
}
