import AppDriver
import TestSupport
import Testing

@Suite("Objects in whatever keeps state")
struct HeldPiecesTests {
  @Test("are reported with what holds them or said to be out of sight, in any order, and nothing besides")
  func manyOrders() throws {
    let effort = try Effort()
    var random = effort.generator("orders of pieces")
    let run = try LeakyRun()
    for _ in 0..<effort.rounds(1) {
      for piece in PlantedPiece.all.shuffled(using: &random) { try run.make([piece]) }
    }
    run.report()
    effort.report("\(run.figures) alone")
  }

  @Test("are all found where several are made in one generation")
  func company() throws {
    let effort = try Effort()
    var random = effort.generator("company of pieces")
    let run = try LeakyRun()
    let all = PlantedPiece.all.filter { !$0.isAlone }
    for _ in 0..<effort.rounds(12) {
      var company = Array(all.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random)))
      if Bool.random(using: &random) { company += PlantedPiece.baskets.shuffled(using: &random).prefix(1) }
      try run.make(company.shuffled(using: &random))
    }
    run.report()
    effort.report("\(run.figures) in company")
  }
}
