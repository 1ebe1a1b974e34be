import AppDriver
import TestSupport
import Testing

@Suite("Objects in whatever keeps state")
struct HeldPiecesTests {
  /// In company a leaked object has others beside it, and a reset costs little more than with one. The long form also makes
  /// each piece alone.
  @Test("are reported with what holds them or said to be out of sight, in any order, and nothing besides")
  func anyOrder() throws {
    let effort = try Effort()
    var random = effort.generator("company of pieces")
    let run = try LeakyRun()
    for round in 0..<effort.rounds(1) {
      let most = round % 2 == 0 ? 6 : 1
      for company in PlantedPiece.companies(of: most, using: &random) { try run.make(company) }
    }
    run.report()
    effort.report(run.figures)
  }
}
