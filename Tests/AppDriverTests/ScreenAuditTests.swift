import Audit
import ControlProtocol
import ElementTree
import Foundation
import Records
import Synchronization
import TestSupport
import Testing

@testable import AppDriver

@Suite("An audit of what a test draws")
struct ScreenAuditTests {
  /// Both buttons are called by their identifiers.
  private static let shop = Element(
    .window,
    children: [
      Screen("shop", title: "Shop") {
        Button("pay", id: ID("pay"))
        Group { Button("leave", id: ID("leave")) }
      }.element
    ])

  private let results: TestFolder
  private let fake: FakeApp
  private let pool: AppPool

  init() throws {
    let (results, fake) = (try TestFolder(), try FakeApp(Self.shop))
    (self.results, self.fake) = (results, fake)
    pool = AppPool(limit: 1, tests: results.path) { _ in fake.makeApp() }
  }

  /// Runs the body as a test of an app, and returns what is recorded.
  private func issues(
    in pool: AppPool? = nil, _ body: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> [Issue] {
    let pool = pool ?? self.pool
    let found = Mutex<[Issue]>([])
    let keep = IssueHandlingTrait.compactMapIssues { issue in
      found.withLock { $0.append(issue) }
      return nil
    }
    let trait: AppTrait = .app("FakeApp", pool: { pool }, resultsFolder: results.path)
    let test = try #require(Test.current)
    try await keep.provideScope(for: test, testCase: nil) {
      try await trait.provideScope(for: test, testCase: nil, performing: body)
    }
    return found.withLock(\.self)
  }

  private func list(_ text: String) throws {
    let folder = results.path + "/AppDriverTests"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try results.write(text, to: "AppDriverTests/Accessibility.json")
  }

  private static let called =
    "Accessibility of the screen \"shop\", identifierAsName of \"pay\": The button is called \"pay\", like its identifier. "
    + "Name it for people."

  @Test("is said not to be made where no screens are kept, also beside a list")
  func unseen() async throws {
    try list("{}")
    var settings = fake.settings
    settings.environment["CLEANSLATE_TRACE"] = "off"
    let pool = AppPool(limit: 1, tests: results.path) { [settings] _ in App("FakeApp", settings: settings) }
    #expect(
      try await issues(in: pool).compactMap(\.comments.first?.rawValue) == [
        "Worth knowing, and no failure:\n"
          + "FakeApp: No audit of the screens: CLEANSLATE_TRACE=off keeps none of them"
      ])
    pool.close()
  }

  @Test("warns once for each screen and rule, whatever was typed and wherever the keyboard was")
  func warns() async throws {
    let issues = try await issues()
    #expect(issues.map(\.severity) == [.warning])
    #expect(
      issues.first?.comments.first?.rawValue
        == "Worth knowing, and no failure:\nFakeApp: \(Self.called) So have 1 more there.")
    fake.stage.withLock { $0.show(Self.shop.mapElements { $0.isFocused = $0.identifier == "leave" }) }
    #expect(try await self.issues().isEmpty)
    pool.close()
  }

  @Test("judges what an action has made of the screen before, and nothing that a reset has")
  func changes() async throws {
    func oven(_ drawing: String) -> Element {
      Element(
        .window,
        children: [
          Screen("oven", title: "Oven") {
            Image("The oven", drawing: drawing)
            Button("Heat", id: ID("heat"))
          }.element
        ])
    }
    fake.stage.withLock { stage in
      stage.tree = oven("cold")
      stage.afterTaps = [oven("hot")]
      stage.afterReset = oven("cool")
    }
    let issues = try await issues { try App.current.buttons["heat"].tap() }
    let text = issues.compactMap { $0.comments.first?.rawValue }
    #expect(
      text.count == 1 && text.first?.contains("unsaidChange of \"screen \\\"oven\\\" > image\"") == false)
    #expect(
      text.first?.contains("unsaidChange") == true && text.first?.contains("more there") == false, "\(text)")
    pool.close()
  }

  @Test("takes no drawing of another generation for a change, and none twice when two ask the app at once")
  func generations() {
    func screen(_ number: Int, generation: Int) -> TraceReply.Screen {
      TraceReply.Screen(
        number: number, drawing: number, generation: generation, uptime: Double(number), tree: nil)
    }
    let trees = Dictionary(
      uniqueKeysWithValues: (1...4).map { ($0, Text("\($0)", id: "text").element) })
    let all = [(1, 1), (2, 1), (3, 2), (4, 2)].map { screen($0, generation: $1) }
    var drawings = Drawings()
    drawings.add(all, trees)
    drawings.add([all[1], all[2]], trees)
    drawings.add([all[3]], trees)
    #expect(drawings.screens.map(\.label) == ["1", "2", "3", "4"] && drawings.missed == 0)
    #expect(drawings.changes.map { "\($0.old.label) to \($0.new.label)" } == ["1 to 2", "3 to 4"])
    #expect(drawings.latest?.new.label == "4")
    // Those that resets have drawn before the test began.
    drawings.beginTest(at: 12)
    drawings.add(
      [screen(10, generation: 5), screen(13, generation: 6)],
      [10: trees[1], 13: trees[2]].compactMapValues(\.self))
    #expect(drawings.missed == 2)
  }

  @Test("of a test names the screens that are judged for the first time, and others only with a finding")
  func judgedFirst() {
    func clock(_ time: String) -> Element {
      Screen("clock", title: "Clock") { Text(time, id: "time") }.element
    }
    var drawings = Drawings()
    drawings.add(
      (1...2).map { .init(number: $0, drawing: $0, generation: 1, uptime: Double($0), tree: nil) },
      [1: clock("8:00"), 2: clock("8:01")])
    #expect(drawings.changes.count == 1)
    let desk = AuditDesk(tests: results.path)
    let judged = (1...2).map { _ in
      desk.judge(drawings, of: "FakeApp", for: "OtherTests").judged.map(\.screen)
    }
    #expect(judged == [["clock"], []])
  }

  @Test("is made of each change, also of one that reads like another")
  func alike() {
    func screen(_ drawing: String, _ text: String) -> Element {
      let screen = Screen("kitchen", title: "Kitchen") {
        Image("The oven", id: "oven", drawing: drawing)
        Text(text, id: "text")
      }
      return Element(.window, children: [screen.element])
    }
    let desk = AuditDesk(tests: results.path)
    func elements(_ old: Element, _ new: Element) -> [String] {
      var drawings = Drawings()
      drawings.add(
        (1...2).map { .init(number: $0, drawing: $0, generation: 1, uptime: Double($0), tree: nil) },
        [1: old, 2: new])
      let judged = desk.judge(drawings, of: "FakeApp", for: "OtherTests").judged
      return judged.flatMap(\.findings).map(\.element)
    }
    #expect(elements(screen("cold", "8:00"), screen("cold", "8:01")) == [])
    #expect(elements(screen("cold", "8:00"), screen("hot", "8:01")) == ["oven"])
    #expect(elements(screen("cold", "8:00"), screen("cold", "8:01")) == [])
  }

  @Test("says of how many drawings it was not made, because the app no longer had them")
  func missed() async throws {
    let issues = try await issues { [fake] in
      fake.stage.withLock { stage in
        stage.show(Self.shop)
        stage.missed = 27
      }
    }
    let remark = "FakeApp: No audit of 27 drawings: an app keeps 120 of its latest two generations"
    #expect(issues.map(\.severity) == [.warning])
    #expect(issues.first?.comments.first?.rawValue.contains("\n\(remark)\n") == true, "\(issues)")
    #expect(try await self.issues().isEmpty, "they were of the test before")
    pool.close()
  }

  @Test("tells what fails no test once in a run of several processes, and what fails one in each")
  func onceInARun() throws {
    let run = RunFolder(path: results.path + "/run")
    func verdict(of process: Int, for module: String, in run: RunFolder?) -> AuditDesk.Verdict {
      AuditDesk(tests: results.path).judge(Drawings(of: Self.shop), of: "FakeApp", for: module, in: run)
    }
    try list(#"{"FakeApp": {"shop": []}}"#)
    let told = (1...3).map { verdict(of: $0, for: "OtherTests", in: run) }
    #expect(told.map(\.remarks.count) == [1, 0, 0])
    #expect(told.map(\.judged.count) == [1, 1, 1])
    #expect((1...2).map { verdict(of: $0, for: "OtherTests", in: nil).remarks.count } == [1, 1])
    #expect((1...2).map { verdict(of: $0, for: "AppDriverTests", in: run).complaints.count } == [1, 1])
  }

  @Test("fails a test that draws what is worse than its list says, with what to do")
  func ratchet() async throws {
    try list(
      #"{"FakeApp": {"shop": [{"rule": "identifierAsName", "element": "leave", "reason": "It leaves."}]}}"#)
    let issues = try await issues()
    #expect(issues.map(\.severity) == [.error])
    let path = "\(results.path)/AppDriverTests/Accessibility.json"
    #expect(
      issues.first?.comments.first?.rawValue.hasPrefix(
        "\(Self.called)\nThe screen had no such finding before, says \(path). Mend it, or list it there with a reason."
      )
        == true, "\(issues)")
    let run = try #require(RunFolder.latest(in: results.path))
    let judged = try #require(run.entries().0.first?.audit)
    #expect(judged.map(\.screen) == ["shop"] && judged[0].findings.map(\.element) == ["pay", "leave"])
    #expect(judged[0].notJudged.count == 1)
    #expect(run.entries().0.first?.remarks?.first?.hasPrefix("Not judged by contrast: ") == true)
    pool.close()
  }

  @Test("passes where the list has all of it, and a list that nobody can read fails")
  func lists() async throws {
    try list(
      """
      {"FakeApp": {"shop": [{"rule": "identifierAsName", "element": "leave", "reason": "It leaves."},
        {"rule": "identifierAsName", "element": "pay", "reason": "It pays."}]}}
      """)
    #expect(try await issues().isEmpty)
    pool.close()
    try list("[]")
    let other = AppPool(limit: 1, tests: results.path) { [fake] _ in fake.makeApp() }
    let verdict = other.audit.judge(Drawings(of: Self.shop), of: "FakeApp", for: "AppDriverTests")
    #expect(verdict.complaints.count == 1)
    #expect(
      verdict.complaints.first?.contains("is not as 'swift run cleanslate accept --audit' writes it") == true)
    try list(#"{"FakeApp": {"shop": [{"rule": "identifierAsName"}]}}"#)
    let bare = AppPool(limit: 1, tests: results.path) { [fake] _ in fake.makeApp() }
    let complaints = bare.audit.judge(Drawings(of: Self.shop), of: "FakeApp", for: "AppDriverTests")
      .complaints
    #expect(complaints.first?.contains("'element' not found") == true, "\(complaints)")
    #expect(complaints.first?.contains("FakeApp.shop[0]") == true)
    try FileManager.default.removeItem(atPath: "\(results.path)/AppDriverTests/Accessibility.json")
    try FileManager.default.createDirectory(
      atPath: "\(results.path)/AppDriverTests/Accessibility.json", withIntermediateDirectories: true)
    let third = AppPool(limit: 1, tests: results.path) { [fake] _ in fake.makeApp() }
    let folder = third.audit.judge(Drawings(of: Self.shop), of: "FakeApp", for: "AppDriverTests")
    let problem = "'\(results.path)/AppDriverTests/Accessibility.json' cannot be read: "
    #expect(
      folder.complaints.count == 1 && folder.complaints[0].hasPrefix(problem)
        && folder.complaints[0].hasSuffix("Is a directory"), "\(folder)")
  }

  @Test("holds each module to its own list, whichever module has drawn the screen first")
  func modules() throws {
    try list(#"{"FakeApp": {"shop": []}}"#)
    let drawings = Drawings(of: Self.shop)
    let other = pool.audit.judge(drawings, of: "FakeApp", for: "OtherTests")
    #expect(other.complaints.isEmpty && other.remarks.count == 1)
    let own = pool.audit.judge(drawings, of: "FakeApp", for: "AppDriverTests")
    #expect(own.complaints.count == 1 && own.remarks.isEmpty, "\(own)")
  }

  @Test("that a test asks for fails it for each finding, unless the test lets it pass")
  func asked() async throws {
    try list(
      #"{"FakeApp": {"shop": [{"rule": "identifierAsName", "element": "leave", "reason": "It leaves."}]}}"#)
    let issues = try await issues {
      try App.current.performAccessibilityAudit(
        for: [.identifierAsName, .contrast], file: #filePath, line: 4_711
      ) {
        $0.element == "leave"
      }
      try App.current.performAccessibilityAudit(for: [.cutText])
      // Nothing has changed yet, and no rule at all judges nothing.
      for rules in [[.contrast], [.focusLost, .unsaidChange, .contrast], []] as [Set<AuditRule>] {
        #expect(throws: AppError.self) { try App.current.performAccessibilityAudit(for: rules) }
      }
    }
    let asked = issues.filter { $0.sourceLocation?.line == 4_711 }
    #expect(
      asked.count == 1 && asked.first?.comments.first?.rawValue.hasPrefix(Self.called) == true, "\(issues)")
    pool.close()
  }
}

extension Drawings {
  fileprivate init(of tree: Element) {
    self.init()
    add([.init(number: 1, drawing: 1, generation: 1, uptime: 1, tree: nil)], [1: tree])
  }
}
