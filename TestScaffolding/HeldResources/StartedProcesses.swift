#if DEBUG
import Glibc

/// Lists the processes that this one has started, and those that these have started and left behind.
///
/// Linux gives a process whose parent has ended to another parent, so that nothing leads to it from here any more. But it
/// has the environment of its ancestor, which names the private folder of the app. To look at the environments of all
/// processes costs much, so that is done only if a child has ended since the look before.
struct StartedProcesses {
  /// The folder that only the app's own descendants have in their environment; nil if there is none.
  let privateFolder: String?
  private let own = "\(getpid())"
  /// How much memory the children that have ended had asked for; it rises whenever one has ended and was waited for.
  private var endedChildren = Self.pageFaultsOfEndedChildren
  /// Processes that are known to be somebody else's.
  private var others: Set<String> = []
  private var orphans: Set<String> = []
  private var hadSome = false

  init(privateFolder: String?) { self.privateFolder = privateFolder }

  /// Whether there may be other processes than at the look before.
  func mayHaveChanged() -> Bool {
    Self.hasChildren || hadSome || endedChildren != Self.pageFaultsOfEndedChildren
  }

  static var hasChildren: Bool {
    var info = siginfo_t()
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD
  }

  private static var pageFaultsOfEndedChildren: Int {
    var usage = rusage()
    return getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage) == 0 ? usage.ru_minflt : 0
  }

  mutating func list() -> [Resource] {
    let ended = Self.pageFaultsOfEndedChildren
    if ended != endedChildren {
      endedChildren = ended
      findOrphans()
    }
    let children = children()
    orphans = orphans.filter { Self.parent(of: $0) != nil }
    let all = children.union(orphans).compactMap(describe)
    hadSome = !all.isEmpty
    return all
  }

  private func children() -> Set<String> {
    var children: Set<String> = []
    for id in ProcFolder.names(in: "/proc/self/task") {
      let text = String(decoding: ProcFolder.bytes(of: "/proc/self/task/\(id)/children"), as: UTF8.self)
      children.formUnion(text.split(separator: " ").map(String.init))
    }
    return children.filter { Self.parent(of: $0) == own }
  }

  private mutating func findOrphans() {
    guard let privateFolder else { return }
    let sign = Array("=\(privateFolder)/".utf8)
    // Apps may share this one.
    let runtimeFolder = Array("XDG_RUNTIME_DIR=".utf8)
    let all = Set(ProcFolder.names(in: "/proc").filter { $0.first?.isNumber == true && $0 != own })
    others.formIntersection(all)
    for id in all.subtracting(others) {
      let environment = ProcFolder.bytes(of: "/proc/\(id)/environ")
      let variables = environment.split(separator: 0)
      if variables.contains(where: { !$0.starts(with: runtimeFolder) && $0.firstRange(of: sign) != nil }) {
        orphans.insert(id)
      } else if !environment.isEmpty {
        // One that is just being started has none yet.
        others.insert(id)
      }
    }
  }

  private static func parent(of id: String) -> String? {
    let fields = ProcFolder.fields(ofStat: "/proc/\(id)/stat")
    return fields.count > 19 ? String(fields[1]) : nil
  }

  private func describe(_ id: String) -> Resource? {
    let fields = ProcFolder.fields(ofStat: "/proc/\(id)/stat")
    guard fields.count > 19 else { return nil }
    let isOwnChild = fields[1] == own
    let words = ProcFolder.text(of: "/proc/\(id)/cmdline")?.split(separator: "\0").joined(separator: " ")
    // Whoever got the process when its parent ended waits for it.
    if fields[0] == "Z", !isOwnChild { return nil }
    let name = words.flatMap { $0.isEmpty ? nil : $0 } ?? "ended, but nobody has waited for it"
    return Resource(
      kind: .childProcess, name: name, identity: "\(id) since \(fields[19])", judgement: .leak)
  }
}
#endif
