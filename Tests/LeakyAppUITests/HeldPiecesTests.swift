import AppDriver
import ControlProtocol
import Leaks
import TestSupport
import Testing

@Suite("Objects in whatever keeps state")
struct HeldPiecesTests {
  /// In company a leaked object has others beside it, and a reset costs little more than with one. The long form also makes
  /// each piece alone.
  @Test("are reported with what holds them or said to be out of sight, in any order, and nothing besides")
  func anyOrder() async throws { try await OwnThread.run { try makeAll() } }

  private func makeAll() throws {
    let effort = try Effort()
    var random = effort.generator("company of pieces")
    let run = try LeakyRun()
    for round in 0..<effort.rounds(1) {
      let most = round % 2 == 0 ? 12 : 1
      for company in PlantedPiece.companies(of: most, using: &random) { try run.make(company) }
    }
    run.report()
    effort.report(run.figures)
  }

  @Test("are each made once in a round, and none in the company of its rival")
  func companies() {
    for seed: UInt64 in 1...100 {
      var random = SeededGenerator(seed: seed)
      let companies = PlantedPiece.companies(of: 12, using: &random).map {
        $0.filter { !$0.isBasket }.map(\.name)
      }
      #expect(companies.joined().sorted() == PlantedPiece.all.map(\.name).sorted())
      #expect(!companies.contains { Set(PlantedPiece.rivals).isSubset(of: $0) }, "seed \(seed)")
    }
  }

  @Test("are reported as expected where the end of an expected guess is known for sure, and only there")
  func knownEnd() {
    let known = "Tray: Session.tray -> Tray\nheld by closure #1 in monitor -> closure in Piece.swift -> Tray"
    func differences(_ closure: String) -> [String] {
      let guess =
        "probably held by Dispatch -> DispatchSource -> \(closure) -> closure in Piece.swift -> Tray"
      return LeakText.differences([(LeakText(known), count: 1)], [LeakText("\(known)\n\(guess)")])
    }
    #expect(differences("closure #1 in monitor") == [])
    #expect(differences("closure #2 in monitor").count == 2)
  }

  @Test("are found while other threads make and release closures with them", .app("LeakyApp"))
  func churn() throws {
    let app = try App.current
    try app.cells["static-and-churn"].tap()
    for _ in 1...8 {
      let receipt = try #require(try app.reset())
      let found = receipt.leaks.filter { $0.type == "Tray" }
      #expect(found.count == 1 && found.allSatisfy { "\($0)".contains("held by static Board.shared.trays[") })
      for leak in receipt.leaks { app.knownLeak(leak.type, reason: "the test made it") }
    }
    try app.buttons["undo"].tap()
  }
}
