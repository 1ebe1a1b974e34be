import Foundation
import Records
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("A plan for shards")
struct ShardPlanTests {
  private static func test(_ number: Int, of suite: String = "Shop.Cart") -> TestIdentity {
    let label = "\(suite)/test\(number)()"
    return TestIdentity(
      framework: .swiftTesting, id: "\(label)/C.swift:1:1", name: "test\(number)()")
  }

  private static func plan(_ seconds: [Double], _ total: Int) -> ShardPlan {
    let tests = seconds.indices.map { test($0) }
    return ShardPlan(
      tests, total: total, seconds: Dictionary(uniqueKeysWithValues: zip(tests.map(\.label), seconds)))
  }

  private func loads(_ plan: ShardPlan) -> [Double] { plan.shards.map(ShardPlan.seconds).sorted() }

  @Test("gives every test to one shard, whatever the order of the list")
  func each() {
    var random = SystemRandomNumberGenerator()
    let tests = (0..<100).map { Self.test($0) }
    let seconds = Dictionary(
      uniqueKeysWithValues: tests.map { ($0.label, Double.random(in: 0...3, using: &random)) })
    let plan = ShardPlan(tests, total: 7, seconds: seconds)
    let shards = (1...7).map { plan.ids(of: Shard(number: $0, total: 7)) }
    #expect(shards.joined().count == 100)
    #expect(Set(shards.joined()) == Set(tests.map(\.id)))
    let again = ShardPlan(tests.shuffled(using: &random), total: 7, seconds: seconds)
    #expect(again.shards == plan.shards)
  }

  @Test("is the same everywhere, also where tests have one label")
  func sameLabel() {
    let tests = (0..<40).map { number in
      let label = "Shop.Cart/pays()"
      return TestIdentity(
        framework: .swiftTesting, id: "\(label)/C.swift:\(100 + number):1", name: "pays()")
    }
    let plan = ShardPlan(tests, total: 2, seconds: [:])
    #expect(
      plan.shards.map { $0.flatMap(\.tests).map(\.id) }
        == [0, 1].map { first in stride(from: first, to: 40, by: 2).map { tests[$0].id } })
  }

  @Test("is as good as one can be where longest first is not")
  func exchange() { #expect(loads(Self.plan([5, 5, 4, 4, 3, 3, 3], 3)) == [9, 9, 9]) }

  @Test(
    "has no shard of more than 1.15 of the mean, unless a few tests are too long for that",
    arguments: [2, 3, 5, 8, 16], ["even", "few long", "many short", "exponential", "steps"])
  func balance(total: Int, kind: String) throws {
    let effort = try Effort()
    var random = effort.generator("\(kind), \(total) shards")
    for round in 1...effort.rounds(4) {
      let count = Int.random(in: total * 50...total * 150, using: &random)
      let seconds = (0..<count).map { number -> Double in
        let value = Double.random(in: 0..<1, using: &random)
        return switch kind {
        case "even": 0.5 + value
        case "few long": number % 10 == 0 ? 20 + 10 * value : value
        case "many short": number % 50 == 0 ? 5 : value * value * value / 10
        case "exponential": 1 / (1.001 - value)
        default: [0.01, 0.1, 1, 10].randomElement(using: &random) ?? 1
        }
      }
      let plan = Self.plan(seconds, total)
      #expect(plan.longest <= max(1.15 * plan.mean, plan.bound) * 1.000_001, "round \(round)")
    }
  }

  @Test("says where a few tests are too long")
  func tooLong() {
    let plan = Self.plan([5, 5, 5, 5, 0.5], 3)
    #expect(loads(plan) == [5, 5.5, 10])
    #expect(
      plan.figures.hasSuffix(
        "\nA few tests are so long that no plan makes the longest shard shorter than 10.000 s."))
    #expect(Self.plan([5, 4, 4, 4, 4], 2).bound == 12)
  }

  @Test("takes a test that nobody knows for the median of the others")
  func unknown() {
    let tests = (0..<5).map { Self.test($0) }
    let known = [tests[0].label: 1.0, tests[1].label: 2, tests[2].label: 9]
    let plan = ShardPlan(tests, total: 2, seconds: known)
    #expect(loads(plan) == [7, 9])
    #expect(plan.figures.contains("3 of 5 tests have times of earlier runs; the others count as the median"))
  }

  @Test("never takes apart what belongs together")
  func together() {
    let tests =
      (0..<6).map { Self.test($0, of: "Shop.Cart") } + (6..<9).map { Self.test($0, of: "Shop.Menu") }
    let plan = ShardPlan(tests, total: 3, seconds: [:]) { $0.suiteName == "Shop.Cart" ? "Shop.Cart" : nil }
    #expect(loads(plan) == [1, 2, 6])
    #expect(plan.shards.contains { $0.count == 1 && $0[0].tests.count == 6 })
    #expect(
      plan.figures.contains(
        "\n6 tests stay together, Shop.Cart/test0() among them, which is more than the mean of 3.0: no plan makes a "
          + "shard shorter than that."))
    let times = Dictionary(uniqueKeysWithValues: tests.map { ($0.label, 0.5) })
    let timed = ShardPlan(tests, total: 3, seconds: times) { $0.suiteName == "Shop.Cart" ? "Shop.Cart" : nil }
    #expect(
      timed.figures.contains(
        "\nShop.Cart/test0() takes 3.000 s with what it stays together with, more than the mean of 1.500 s: no plan "
          + "makes a shard shorter than that."))
  }

  @Test("names no times where it knows none")
  func noTimes() {
    let tests = [Self.test(1), Self.test(2, of: "Shop.Menu"), Self.test(3, of: "Shop.Menu")]
    let plan = ShardPlan(tests, total: 2, seconds: [:]) { $0.suiteName == "Shop.Menu" ? "Shop.Menu" : nil }
    #expect(
      plan.text == """
        Shard 1/2: 2 tests
          together:
            Shop.Menu/test2()
            Shop.Menu/test3()

        Shard 2/2: 1 test
          Shop.Cart/test1()

        The longest shard takes 1.33 of the mean. No times of earlier runs are known: every test counts the same.
        2 tests stay together, Shop.Menu/test2() among them, which is more than the mean of 1.5: no plan makes a \
        shard shorter than that.

        """)
    let few = ShardPlan([Self.test(1), Self.test(2)], total: 3, seconds: [:])
    #expect(few.figures.hasSuffix("every test counts the same."))
  }

  @Test("says who gets what")
  func text() {
    let tests = [Self.test(1), Self.test(2), Self.test(3, of: "Shop.Menu"), Self.test(4, of: "Shop.Menu")]
    let seconds = zip(tests, [2, 1.5, 0.25, 0.75]).map { ($0.label, $1) }
    let plan = ShardPlan(tests, total: 2, seconds: Dictionary(uniqueKeysWithValues: seconds)) {
      $0.suiteName == "Shop.Menu" ? "Shop.Menu" : nil
    }
    #expect(
      plan.text == """
        Shard 1/2: 1 test, 2.000 s
          2.000 s  Shop.Cart/test1()

        Shard 2/2: 3 tests, 2.500 s
          1.500 s  Shop.Cart/test2()
          1.000 s  together:
            Shop.Menu/test3()
            Shop.Menu/test4()

        The longest shard takes 1.11 of the mean. The times are medians of earlier runs.

        """)
  }
}

@Suite("Tests that belong together")
struct TogethernessTests {
  @Test(
    "are those of a serialized suite",
    arguments: [
      ("@Suite(.serialized) struct A {}", true),
      ("@Suite(\n  \"a :) (b\", .serialized\n)\nstruct A {}", true),
      ("@Testing.Suite(.serialized)\r\nstruct A {}\r\n", true),
      ("@Suite( // a \"comment\n  .serialized)\nstruct A {}", true),
      ("@Suite(.disabled(if: f()), .serialized)", true), ("@Suite(\"not .serialized\") struct A {}", false),
      ("@Suite struct A { @Suite(.serialized) struct B {} }", false),
      ("@Suite(\"a\") struct A {} // .serialized", false),
      ("struct A { @Test(.serialized) func b() {} }", false),
      ("@Suite(.enabled(if: \"a\".contains(/\"/)))\nstruct A {} // serialized", false),
    ])
  func serialized(text: String, isSerialized: Bool) {
    let source = Array(text.utf8)
    #expect(Togetherness.isSerialized(source, SourceLexer.tokens(of: source), from: 1) == isSerialized)
  }

  @Test("are found where the list says that the suites are, with all that is within them")
  func groups() throws {
    let home = try TemporaryHome()
    let file = home.path(.home) + "/ShopTests/A.swift"
    try FileManager.default.createDirectory(
      atPath: home.path(.home) + "/ShopTests", withIntermediateDirectories: true)
    // A byte that is no UTF-8 hides nothing.
    let source =
      Data("// one ".utf8) + [0xe9]
      + Data("\n@Suite(.serialized) struct A {\nclass B: C, KeptTogether {\n".utf8)
      + Data("extension O { class D: C, KeptTogether {\n".utf8)
    try source.write(to: URL(filePath: file))
    var reader = EventReader()
    let line =
      #"{"kind":"test","payload":{"id":"ShopTests.A","kind":"suite","name":"A","sourceLocation":{"#
      + #""filePath":"\#(file)","line":2,"column":1}}}"#
    _ = reader.read(line.utf8)
    #expect(reader.suites == ["ShopTests.A": SourcePlace(file: file, line: 2)])
    _ = reader.read(
      line.replacing("ShopTests.A", with: "ShopTests.Gone").replacing("A.swift", with: "Gone.swift").utf8)
    let tests = ["ShopTests.B/testA", "ShopTests.BB/testA", "ShopTests.O.D/testA", "ShopTests.O.D/testB"]
      .compactMap { TestIdentity(listed: $0) }
    let together = Togetherness(of: tests, suites: reader.suites, in: home.path(.home))
    func group(_ label: String) -> String? {
      together.group(of: TestIdentity(framework: .swiftTesting, id: label, name: "a()"))
    }
    #expect(group("ShopTests.A/Inner/a()") == "ShopTests.A" && group("ShopTests.A/a()") == "ShopTests.A")
    #expect(group("ShopTests.AB/a()") == nil && group("ShopTests.a()") == nil)
    #expect(
      group("ShopTests.Gone/a()") == "ShopTests.Gone", "a suite whose source cannot be read stays together")
    #expect(tests.map(together.group) == ["ShopTests.B", nil, "ShopTests.D", "ShopTests.D"])
  }

  @Test("are those of a class that says so itself, or in an extension")
  func classes() {
    let text = """
      final class A: AppTestCase, KeptTogether {
      class B: XCTestCase {}  // KeptTogether
      extension Outer.C: KeptTogether {}
      class D: KeptTogetherNot { }
      """
    #expect(Togetherness.classes(in: text) == ["A", "C"])
  }
}
