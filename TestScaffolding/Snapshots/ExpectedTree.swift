#if DEBUG
import ElementTree

/// The tree that a test expects, as text: an element a line, as `Element.treeDescription` writes it. A line `…` stands for any
/// lines, `*` within a text for any characters, and `\*` for itself.
struct ExpectedTree {
  private let lines: [ExpectedLine]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { ExpectedLine(String($0)) }
  }

  func fits(_ tree: Element) -> Bool {
    Wildcards.fit(lines, ShownLine.all(of: tree), isWildcard: \.isGap) { $0.fits($1) }
  }

  /// The text that fits the tree and is as this one wherever it can be: lines that fit stay as they are, and so does `…`.
  func adapted(to tree: Element) -> String {
    let shown = ShownLine.all(of: tree)
    return Self.steps(from: lines, to: shown).compactMap { step in
      switch step {
      case .keep(let line): line.text
      case .replace(let line, let new): new.pattern(sayingFocus: line.saysFocus)
      case .add(let line): line.pattern(sayingFocus: false)
      case .drop, .skip: nil
      }
    }.joined(separator: "\n")
  }

  private enum Step {
    case keep(ExpectedLine), replace(ExpectedLine, ShownLine), add(ShownLine), drop
    /// A line that `…` stands for.
    case skip
  }

  /// The steps with the fewest changes. So that no `…` takes the place of a line that has changed, it stands for no element
  /// that another line says, and to leave a line out counts more than to replace it and add another, or all that is new if its
  /// element is shown. Where there are very many lines, those at both ends that fit stay; if very many are left between them,
  /// what is shown takes their place.
  private static func steps(from old: [ExpectedLine], to new: [ShownLine]) -> [Step] {
    guard old.count * new.count <= mostPairs else {
      func fitting(_ old: some Sequence<ExpectedLine>, _ new: some Sequence<ShownLine>) -> Int {
        zip(old, new).prefix { $0.fits($1) }.count
      }
      let head = fitting(old, new)
      let tail = fitting(old.dropFirst(head).reversed(), new.dropFirst(head).reversed())
      guard head + tail > 0 else { return new.map(Step.add) }
      let between = steps(
        from: Array(old.dropFirst(head).dropLast(tail)), to: Array(new.dropFirst(head).dropLast(tail)))
      return old.prefix(head).map(Step.keep) + between + old.suffix(tail).map(Step.keep)
    }
    let isSaid = new.map { shown in old.contains { $0.namesElement && $0.isOfSameElement(as: shown) } }
    let isNew = zip(new, isSaid).map { shown, isSaid in
      !isSaid && !old.contains { !$0.isGap && $0.fits(shown) }
    }
    let dropCosts = old.map { line in
      line.namesElement && new.contains(where: line.isOfSameElement) ? 5 + 2 * isNew.count(where: \.self) : 5
    }
    // For what is left of both from a line on: what the changes cost.
    let width = new.count + 1
    var costs = [Int](repeating: 0, count: (old.count + 1) * width)
    func cost(_ line: Int, _ other: Int) -> Int { costs[line * width + other] }
    func choices(_ line: Int, _ other: Int) -> [(step: Step, cost: Int, line: Int, other: Int)] {
      var choices: [(step: Step, cost: Int, line: Int, other: Int)] = []
      if line < old.count, other < new.count {
        if old[line].fits(new[other]) {
          return [(.keep(old[line]), cost(line + 1, other + 1), line + 1, other + 1)]
        }
        if old[line].isGap, !isSaid[other] { choices.append((.skip, cost(line, other + 1), line, other + 1)) }
        if old[line].isOfSameElement(as: new[other]) || old[line].saysTheSame(as: new[other]) {
          let step = Step.replace(old[line], new[other])
          choices.append((step, cost(line + 1, other + 1) + 2, line + 1, other + 1))
        }
      }
      if line < old.count {
        choices.append(
          old[line].isGap
            ? (.keep(old[line]), cost(line + 1, other), line + 1, other)
            : (.drop, cost(line + 1, other) + dropCosts[line], line + 1, other))
      }
      if other < new.count { choices.append((.add(new[other]), cost(line, other + 1) + 2, line, other + 1)) }
      return choices
    }
    for line in stride(from: old.count, through: 0, by: -1) {
      for other in stride(from: new.count, through: 0, by: -1) {
        costs[line * width + other] = choices(line, other).map(\.cost).min() ?? 0
      }
    }
    var (steps, line, other) = ([Step](), 0, 0)
    while let best = choices(line, other).min(by: { $0.cost < $1.cost }) {
      steps.append(best.step)
      (line, other) = (best.line, best.other)
    }
    return steps
  }

  private static let mostPairs = 250_000
}
#endif
