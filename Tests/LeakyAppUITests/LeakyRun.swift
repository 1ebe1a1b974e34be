import AppDriver
import ControlProtocol
import Leaks
import TestSupport
import Testing

/// A run of LeakyApp, in which pieces are made and undone, one company after the other.
final class LeakyRun {
  private let app = App("LeakyApp")
  /// What was wrong, with the pieces in whose company it was.
  private var complaints: [String] = []
  private var pieceCount = 0
  private var crashCount = 0
  private var companyCount = 0
  /// What holds an object that stays, and has held one before: then the next one is a mistake.
  private var keepers: Set<String> = []

  init() throws { try app.launch() }

  var figures: String {
    """
    \(pieceCount) pieces in \(companyCount) generations, \(crashCount) crashes, \(complaints.count) generations \
    judged wrongly
    """
  }

  /// Records an issue for each generation that was judged wrongly.
  func report(sourceLocation: SourceLocation = #_sourceLocation) {
    for complaint in complaints { Issue.record(Comment(rawValue: complaint), sourceLocation: sourceLocation) }
  }

  /// Makes the pieces, resets, and compares all that is said with all that must be said; undoes them and resets again.
  func make(_ company: [PlantedPiece]) throws {
    pieceCount += company.count
    companyCount += 1
    var wrong: [String] = []
    do {
      for piece in company { try app.cells[piece.name].tap() }
      let receipt = try #require(try app.reset())
      let found = receipt.leaks.map { leak in (LeakText(leak.lines), count: leak.count) }
      let (expectedToStay, mistakes) = expectedInStatics(company)
      let expected = (company.flatMap(\.reports) + mistakes).map(LeakText.init)
      if company.contains(where: \.isLost) {
        let heads = found.flatMap { [String](repeating: $0.0.head, count: $0.count) }
        compare("report", heads, expected.map(\.head), &wrong)
      } else {
        wrong += LeakText.differences(found, expected)
      }
      let kept = Set(receipt.survivesInStatic.map(\.lines))
      wrong += expectedToStay.filter { !kept.contains($0) }.map {
        "missing, kept: \($0)"
      }
      // A place is told once, however many are called the same.
      compare("place", receipt.notLookedInto, Array(Set(company.flatMap(\.notLookedInto))), &wrong)
      try app.buttons["undo"].tap()
      var after = try #require(try app.reset())
      // What was told before gets no more time, so that each reset may tell it until it has gone.
      for _ in 0..<200 where company.contains(where: \.isGivenBackLater) && !after.leaks.isEmpty {
        after = try #require(try app.reset())
      }
      compare("report after all was undone", after.leaks.map(\.lines), [], &wrong)
    } catch AppError.ended(_, let status, let doing, let log) {
      crashCount += 1
      keepers = []
      wrong.append("crash: the app \(status) \(doing)\n\(log.suffix(2_000))")
      try app.launch()
    }
    if wrong.isEmpty { return }
    let names = company.map(\.name).joined(separator: ", ")
    complaints.append((["\(names):"] + wrong).joined(separator: "\n"))
  }

  /// What a static variable may keep, and what it must not keep, because it has kept another one before.
  private func expectedInStatics(_ company: [PlantedPiece]) -> (kept: [String], mistakes: [String]) {
    func holder(_ report: String) -> String { report.split(separator: "\n").last.map(String.init) ?? "" }
    let renewed = company.filter(\.isRenewed).flatMap(\.survivesInStatic)
    let mistakes = renewed.filter { keepers.contains(holder($0)) }
    keepers.formUnion(renewed.map(holder))
    return (company.flatMap(\.survivesInStatic).filter { !mistakes.contains($0) }, mistakes)
  }

  private func compare(_ what: String, _ found: [String], _ expected: [String], _ wrong: inout [String]) {
    var missing = expected
    for text in found {
      if let index = missing.firstIndex(of: text) {
        missing.remove(at: index)
      } else {
        wrong.append("too much, \(what): \(text)")
      }
    }
    wrong += missing.map { "missing, \(what): \($0)" }
  }
}

extension Leak {
  /// The record as it is compared, without the generation.
  var lines: String {
    let details = details.filter { !$0.hasPrefix("also ") && !$0.hasPrefix("and ") }.map {
      // The position in a list of the app depends on the company, and a line on what is written above it.
      $0.replacing(/(static [A-Za-z.]+)\[[0-9]+\]/) { "\($0.1)[…]" }.replacing(
        /\.swift:[0-9]+/, with: ".swift")
    }
    return (["\(type): \(name)"] + details).joined(separator: "\n")
  }
}
