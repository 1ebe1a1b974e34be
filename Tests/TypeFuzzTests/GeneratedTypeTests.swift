#if DEBUG
import Foundation
import TestSupport
import Testing
import TypeFuzz

@Suite("Generated types", .serialized, .enabled(if: Compiler.found != nil, "There is no swiftc in PATH."))
struct GeneratedTypeTests {
  @Test("are walked without harm: all that their values hold is found, or said to be out of sight")
  func walked() async throws {
    let effort = try Effort()
    let compiler = try #require(Compiler.found)
    var typeCount = 0
    var strongCount = 0
    var otherCount = 0
    for round in 1...effort.rounds(2) {
      let program = GeneratedProgram(
        random: effort.generator("types of source \(round)"), roots: 40, depth: 4)
      typeCount += program.typeCount
      strongCount += program.strongCount
      otherCount += program.otherCount
      let name = "seed-\(effort.seed)-source-\(round)"
      if let complaint = try await compiler.complaint(about: program.source, as: name) {
        Issue.record("seed \(effort.seed), source \(round): \(complaint)")
      }
    }
    effort.report(
      """
      \(typeCount) types in \(effort.rounds(2)) sources, \(strongCount) objects held, \(otherCount) known or out of sight
      """)
  }

  @Test("are the same for the same seed, and others for another")
  func seeds() {
    func source(_ seed: UInt64) -> String {
      GeneratedProgram(random: SeededGenerator(seed: seed), roots: 2, depth: 3).source
    }
    #expect(source(3) == source(3))
    #expect(source(3) != source(4))
  }
}
#endif
