import TestSupport
import Testing
import TypeFuzz

@Suite("Generated types", .serialized, .enabled(if: Compiler.found != nil, "There is no swiftc in PATH."))
struct GeneratedTypeTests {
  @Test("are walked without harm: all that their values hold is found, or said to be out of sight")
  func walked() async throws {
    let effort = try Effort()
    let compiler = try #require(Compiler.found)
    let count = effort.rounds(2)
    var walked: [GeneratedProgram] = []
    var leftOutCount = 0
    while walked.count < count {
      let number = walked.count + leftOutCount + 1
      let program = GeneratedProgram(
        random: effort.generator("types of source \(number)"), roots: effort.isLong ? 20 : 2, depth: 4)
      let outcome = try await compiler.walk(
        program.source, as: "seed-\(effort.seed)-source-\(number)", isOptimized: number.isMultiple(of: 2))
      switch outcome {
      case .fine: walked.append(program)
      case .wrong(let complaint):
        walked.append(program)
        Issue.record("seed \(effort.seed), source \(number): \(complaint)")
      case .leftOut(let reason):
        leftOutCount += 1
        try #require(leftOutCount <= 2 + count / 4, "seed \(effort.seed), source \(number): \(reason)")
      }
    }
    effort.report(
      """
      \(walked.map(\.typeCount).reduce(0, +)) types in \(count) sources, \
      \(walked.map(\.strongCount).reduce(0, +)) objects held, \
      \(walked.map(\.otherCount).reduce(0, +)) known or out of sight; \
      \(leftOutCount) sources left out, which Swift itself does not bear
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
