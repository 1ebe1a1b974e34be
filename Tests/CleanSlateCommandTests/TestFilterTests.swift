import Records
import Testing

@testable import CleanSlateCommand

@Suite("Which tests cleanslate test takes")
struct TestFilterTests {
  private let old = TestIdentity(listed: "Shop.CartTests/testPays")
  private let new = TestIdentity(
    framework: .swiftTesting, id: "Shop.Cart/Inner/pays()/Cart.swift:8:4",
    name: "pays()")

  private func taken(_ wanted: [String], skipping unwanted: [String] = []) throws -> [String] {
    var filter = TestFilter()
    for pattern in wanted { try filter.want(pattern) }
    for pattern in unwanted { try filter.skip(pattern) }
    let suites: Set = ["Shop.Cart/Inner"]
    return [try #require(old), new].filter { filter.takes($0, suites: suites) }.map(\.name)
  }

  @Test("by patterns for what swift test would take")
  func patterns() throws {
    #expect(try taken([]) == ["testPays", "pays()"])
    #expect(try taken(["[Pp]ays"]) == ["testPays", "pays()"])
    #expect(try taken(["Inner$"]) == ["pays()"], "a suite brings its tests")
    #expect(try taken(["Cart$"]) == [], "Swift Testing knows none that does not declare itself")
    #expect(try taken([], skipping: ["Cart$", "^Shop$"]) == ["testPays", "pays()"])
    #expect(try taken(["CartTests$"]) == [], "a class does not, as SwiftPM compares names of methods")
    #expect(try taken(["Cart.swift:8"]) == ["pays()"])
    #expect(try taken(["CartTests", "Inner"]) == ["testPays", "pays()"])
    #expect(try taken([], skipping: ["Inner$"]) == ["testPays"])
    #expect(try taken(["Pays"], skipping: ["CartTests"]) == [])
  }

  @Test("the filter of a test finds nothing else")
  func itself() throws {
    #expect(try taken([new.filter]) == ["pays()"])
    #expect(try taken([try #require(old).filter]) == ["testPays"])
    #expect(TestIdentity(listed: "Shop.CartTests/testPaysMore")?.filter != old?.filter)
    var filter = TestFilter()
    try filter.want(try #require(old).filter)
    #expect(!filter.takes(try #require(TestIdentity(listed: "Shop.CartTests/testPaysMore")), suites: []))
  }

  @Test("a list holds lines of XCTest, and others")
  func lines() {
    #expect(TestIdentity(listed: "Shop.Outer.CartTests/testPays")?.printedName == "CartTests.testPays")
    #expect(TestIdentity(listed: "Shop.Cart/pays()") == nil)
    #expect(TestIdentity(listed: "Building for debugging...") == nil)
    #expect(TestIdentity(listed: "warning: a/b.c") == nil)
  }
}
