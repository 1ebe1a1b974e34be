#if DEBUG
import ObjectGraph

/// Measures what it costs to walk, to remember, to check and to explain, for each object.
@main
struct GraphBenchmark {
  static func main() {
    print("one leak, named by a search of the memory, in ms for an app of so many objects")
    for count in [1_000, 20_000, 200_000] { print("\(count): \(nameOneLeak(among: count))") }
    print("many leaked objects, in ms for one report of them all")
    for count in [1_000, 20_000, 50_000, 200_000] { print("\(count): \(tellMany(count))") }
    print(
      "objects, in ns for each: walk, walk and remember, check while all live, explain, check when all are gone"
    )
    for count in [100, 10_000, 1_000_000] { print(measure(count)) }
  }

  /// The median time to find who holds one object, while the app holds so many others.
  private static func nameOneLeak(among count: Int) -> String {
    let tree = Branch.tree(of: count)
    let graph = ObjectGraph()
    let memory = graph.remember([GraphRoot(leaked())])
    var times: [Duration] = []
    var report = ""
    for _ in 0..<9 {
      times.append(ContinuousClock().measure { report = "\(graph.explain(memory.survivors()))" })
    }
    Shelf.shared.branches = []
    return withExtendedLifetime(tree) {
      "\(times.sorted()[4] / .milliseconds(1)), \(report.split(separator: "\n").last ?? "nothing found")"
    }
  }

  /// The time to report so many objects that one session leaks with itself, and as many that are in a static array.
  private static func tellMany(_ count: Int) -> String {
    let graph = ObjectGraph()
    var session: Branch? = Branch.tree(of: count)
    session?.onChange = { [session] in _ = session }
    var memory = session.map { graph.remember([GraphRoot($0)]) }
    weak let left = session
    session = nil
    func explain() -> String {
      var leaks = 0
      let time = ContinuousClock().measure { leaks = graph.explain(memory?.survivors() ?? []).leaks.count }
      return "\(time / .milliseconds(1)) (\(leaks) report)"
    }
    let below = explain()
    left?.onChange = nil
    var branches = (0..<count).map { _ in Branch() }
    memory = graph.remember([GraphRoot(branches)])
    Shelf.shared.branches = branches
    branches = []
    defer { Shelf.shared.branches = [] }
    return "below one session \(below), in a static array \(explain())"
  }

  private static func leaked() -> Branch {
    let branch = Branch()
    Shelf.shared.branches.append(branch)
    return branch
  }

  private static func measure(_ count: Int) -> String {
    let graph = ObjectGraph(searchesMemory: false)
    var tree: Branch? = Branch.tree(of: count)
    _ = graph.count(from: [GraphRoot(tree as Any)])
    var results: [Int] = []
    let rounds = max(1, 100_000 / count)
    func time(_ body: () -> Void) {
      let duration = ContinuousClock().measure { for _ in 0..<rounds { body() } }
      let (seconds, attoseconds) = duration.components
      results.append((Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)) / rounds / count)
    }
    time { _ = graph.count(from: [GraphRoot(tree as Any)]) }
    var memory = graph.remember([GraphRoot(tree as Any)])
    time { memory = graph.remember([GraphRoot(tree as Any)]) }
    let remembered = memory.count
    time { _ = memory.survivors().count }
    if count <= 10_000 { time { _ = graph.explain(memory.survivors()) } } else { results.append(-1) }
    tree = nil
    time { _ = memory.hasSurvivors }
    return "\(remembered): " + results.map { $0 < 0 ? "-" : "\($0)" }.joined(separator: ", ")
  }
}

/// What holds on to objects by mistake.
final class Shelf {
  nonisolated(unsafe) static let shared = Shelf()
  var branches: [Branch] = []
}

/// An object like those of apps: a few fields, a list, a closure, a value of any type.
final class Branch {
  var name = "branch"
  var branches: [Branch] = []
  var detail: Any = 1
  var onChange: (() -> Void)?
  weak var parent: Branch?

  /// A tree with ten branches each.
  static func tree(of count: Int) -> Branch {
    let all = (0..<count).map { _ in Branch() }
    for number in 1..<count {
      let parent = all[(number - 1) / 10]
      parent.branches.append(all[number])
      all[number].parent = parent
      if number % 4 == 0 { all[number].onChange = { [weak parent] in parent?.name = "" } }
    }
    return all[0]
  }
}
#else
import Measuring

@main
struct GraphBenchmark {
  static func main() { BenchmarkCommand.needsDebugBuild("GraphBenchmark") }
}
#endif
