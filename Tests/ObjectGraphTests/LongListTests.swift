import Leaks
import ObjectGraph
import ObjectMemory
import TestSupport
import Testing

/// What keeps objects of an ended session.
@MainActor private enum Attic {
  static var list: Link?
  static var text = Text.end
  static var prey: [Prey] = []
  static var others: [Prey] = []
  static var kept: Prey?
  static var ring: () -> Void = {}
  static var (left, right): (Pair?, Pair?)
}

private final class Prey {}

private final class Link {
  let prey: Prey
  let next: Link?

  init(_ prey: Prey, _ next: Link?) { (self.prey, self.next) = (prey, next) }

  static func list(of prey: [Prey]) -> Link? { prey.reduce(nil) { Link($1, $0) } }
}

private indirect enum Text {
  case end
  case row(Prey, Text)
}

private final class Pair {
  var (first, second): (Prey?, Prey?)

  init(_ first: Prey?, _ second: Prey?) { (self.first, self.second) = (first, second) }
}

private final class Model {
  var rows: [Prey] = []
  var list: Link?
}

@Suite("Objects that long lists hold", .serialized)
@MainActor struct LongListTests {
  private static let count = 2_000
  private let graph = ObjectGraph()

  /// Of so many leaked objects of a session, what the report says.
  private func leaks(_ count: Int = count, from new: [GraphRoot] = [], _ make: (Model) -> Void) -> [Leak] {
    func remembered() -> RememberedObjects {
      let model = Model()
      model.rows = (0..<count).map { _ in Prey() }
      make(model)
      return graph.remember([GraphRoot(model)])
    }
    return graph.explain(remembered().survivors(), from: new).leaks
  }

  private func expectOneShort(_ leaks: [Leak]) {
    #expect(leaks.map(\.count) == [Self.count])
    for leak in leaks.prefix(3) {
      #expect(leak.holders.map { $0.path.stations.count <= 41 } == [true])
      #expect(leak.details.count <= 5 && "\(leak)".utf8.count < 1_000)
    }
  }

  @Test("of a static variable are one report, with a path whose middle is cut out")
  func ofVariable() {
    let leaks = leaks { Attic.list = Link.list(of: $0.rows) }
    defer { Attic.list = nil }
    expectOneShort(leaks)
    let stations = leaks.first?.holders.first?.path.stations ?? []
    #expect(stations.prefix(3) == ["static Attic.list.next", "Link", "next"])
    #expect(stations.contains("…"))
    #expect(stations.suffix(3) == ["Link", "prey", "Prey"])
  }

  @Test("made of the boxes of an indirect enum are one report")
  func ofEnum() {
    let leaks = leaks { model in Attic.text = model.rows.reduce(.end) { .row($1, $0) } }
    defer { Attic.text = .end }
    expectOneShort(leaks)
  }

  @Test("of the new generation are one report")
  func ofNew() {
    let new = Model()
    let leaks = leaks(from: [GraphRoot(new)]) { new.list = Link.list(of: $0.rows) }
    expectOneShort(leaks)
    #expect(leaks.first?.holders.map(\.kind) == [.new])
  }

  @Test("which nobody knows a holder of are one report", .disabled(if: Sanitizer.isOn))
  func ofNobody() async {
    await OwnThread.run { await #expect(processExitsWith: .success) { await LongListTests().checkNobody() } }
  }

  private func checkNobody() {
    let leaks = leaks { _ = Link.list(of: $0.rows).map(Unmanaged.passRetained) }
    expectOneShort(leaks)
    #expect(leaks.first?.holders.first?.path.stations.prefix(2) == ["Link.next", "Link"])
  }

  @Test("of the ended session are one report, if another one holds each")
  func ofSession() {
    let leaks = leaks { model in
      model.list = Link.list(of: model.rows.reversed())
      Attic.prey = model.rows
      model.rows = []
    }
    defer { Attic.prey = [] }
    expectOneShort(leaks)
    #expect(
      leaks.first?.details.first == "also Model.list -> Link -> next -> Link -> prey -> Prey")
  }

  @Test("and ways that differ in more than their length are reports of their own")
  func differentWays() {
    let leaks = leaks(8) { model in
      let rows = model.rows
      (Attic.left, Attic.right) = (Pair(rows[0], rows[1]), Pair(rows[2], nil))
      // Two arrays have one object in common, which has another holder than the rest.
      (Attic.prey, Attic.others) = ([rows[3], rows[4], rows[7]], Array(rows[5...7]))
    }
    defer { (Attic.left, Attic.right, Attic.prey, Attic.others) = (nil, nil, [], []) }
    #expect(leaks.map(\.count) == [1, 1, 1, 2, 2, 1])
    #expect(
      leaks.map { $0.holders.map(\.description).sorted() } == [
        ["held by static Attic.left.first -> Prey"], ["held by static Attic.left.second -> Prey"],
        ["held by static Attic.right.first -> Prey"], ["held by static Attic.prey[0] -> Prey"],
        ["held by static Attic.others[0] -> Prey"],
        ["held by static Attic.others[2] -> Prey", "held by static Attic.prey[2] -> Prey"],
      ])
  }

  @Test("and other things are told in one order, wherever those are in memory")
  func order() {
    let leaks = leaks(1) { model in
      let row = model.rows[0]
      Attic.ring = { _ = row }
      (Attic.prey, Attic.others, Attic.left, Attic.kept) = ([row], [row], Pair(row, nil), row)
    }
    defer { (Attic.ring, Attic.prey, Attic.others, Attic.left, Attic.kept) = ({}, [], [], nil, nil) }
    let holders = leaks.flatMap(\.holders).filter(\.isCertain).map(\.description)
    #expect(holders.count == 5 && holders == holders.sorted(), "\(holders)")
  }

  @Test("or nobody are told without asking for a name again and again", .disabled(if: Sanitizer.isOn))
  func names() async {
    await OwnThread.run { await #expect(processExitsWith: .success) { await LongListTests().checkNames() } }
  }

  private func checkNames() {
    func demanglings(_ count: Int) -> Int {
      let before = ObjectMemoryDemangledCount()
      let leaks = leaks(count) { for prey in $0.rows { _ = Unmanaged.passRetained(prey) } }
      #expect(leaks.map(\.count) == [count])
      return ObjectMemoryDemangledCount() - before
    }
    let few = demanglings(10)
    #expect(demanglings(1_000) < few + 100)
  }
}
