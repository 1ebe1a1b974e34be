#if DEBUG
import ElementTree
import TestSupport
import Testing

@Suite("A live reset equals a fresh launch")
struct MonkeyTests {
  @Test("after any walk through the app", arguments: Subject.all)
  func walks(_ subject: Subject) throws {
    let effort = try Effort()
    let expedition = try Expedition(subject, effort: effort)
    let count = effort.rounds(4)
    for _ in 0..<count { try expedition.walk() }
    effort.report("\(count) walks through \(subject.name), \(expedition.stepCount) steps, 0 differences")
  }

  @Test("and where it does not, the walk that shows it is shrunk to the step that is to blame")
  func finds() throws {
    let subject = Subject(name: "LeakyApp") {
      ["sticky", "closed-file", "removed-temporary-file"].contains($0.identifier)
    }
    let expedition = try Expedition(subject, effort: Effort(environment: [:]))
    let finding = #expect(throws: Expedition.Finding.self) {
      for _ in 0..<20 { try expedition.walk() }
    }
    #expect(finding?.steps == [.tap("sticky", .cell)])
    #expect(
      finding?.script == """
        let app = App("LeakyApp")
        app.launchArguments = []
        try app.launch()
        try app.cells["sticky"].tap()
        app.launchArguments = []
        try app.reset()
        """)
    #expect(
      finding?.differences == [
        "the screen differs:", #"  -       text #sticky-count "0""#, #"  +       text #sticky-count "1""#,
      ])
  }
}
#endif
