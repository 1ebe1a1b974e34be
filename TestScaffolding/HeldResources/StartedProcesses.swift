#if DEBUG
import Glibc
import OperatingSystem

/// Lists the processes that this one has started, and those that these have started and left behind.
///
/// Linux gives a process whose parent has ended to another parent, so that nothing leads to it from here any more. But it
/// is in the process group of the app, which a driver lets lead one of its own, or has the environment of its ancestor, which
/// names the private folder of the app. To look at all processes costs much, so that is done only if a child has ended since
/// the look before.
struct StartedProcesses {
  /// The folder that only the app's own descendants have in their environment; nil if there is none.
  let privateFolder: String?
  /// The process group that consists of the app and its descendants; nil if it is another's.
  private let ownGroup = getpgrp() == getpid() ? getpid() : nil
  /// How much memory the children that have ended had asked for; it rises whenever one has ended and was waited for.
  private var endedChildren = Self.pageFaultsOfEndedChildren
  /// Processes that are known to be somebody else's, and those that were left behind, with their instants of start: numbers
  /// are given again.
  private var others: [pid_t: UInt] = [:]
  private var orphans: [pid_t: UInt] = [:]
  /// Whether a process could not be told from others yet.
  private var isUnsure = false
  private var hadSome = false

  /// Where the system tells of processes.
  private let proc: String
  /// How long a process may take to begin with its program.
  private let longestStart: Duration

  init(privateFolder: String?, proc: String = "/proc", longestStart: Duration = .seconds(1)) {
    (self.privateFolder, self.proc, self.longestStart) = (privateFolder, proc, longestStart)
  }

  /// Whether there may be other processes than at the look before.
  func mayHaveChanged() -> Bool {
    Self.hasChildren || hadSome || isUnsure || endedChildren != Self.pageFaultsOfEndedChildren
  }

  static var hasChildren: Bool {
    var info = siginfo_t()
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD
  }

  private static var pageFaultsOfEndedChildren: Int {
    var usage = rusage()
    return getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage) == 0 ? usage.ru_minflt : 0
  }

  /// Nil if the system does not list them.
  mutating func list() -> [Resource]? {
    // What cannot be listed now is worth the next look.
    hadSome = true
    let ended = Self.pageFaultsOfEndedChildren
    if ended != endedChildren || isUnsure {
      guard findOrphans() else { return nil }
      endedChildren = ended
    }
    guard let children = children() else { return nil }
    orphans = orphans.filter { process($0.key)?.start == $0.value }
    let all = children.union(orphans.keys).compactMap(process).compactMap(describe)
    hadSome = !all.isEmpty
    return all
  }

  private func process(_ id: pid_t) -> OtherProcess? { try? OtherProcess(id, in: proc) }

  private func children() -> Set<pid_t>? {
    guard let threads = ProcFolder.names(in: "/proc/self/task") else { return nil }
    var children: Set<pid_t> = []
    for thread in threads.map({ "/proc/self/task/\($0)" }) {
      if let bytes = try? Descriptor.contents(ofFile: thread + "/children") {
        children.formUnion(
          String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) })
      } else if (try? Descriptor.status(atPath: thread)) != nil {
        return nil
      }
    }
    return children.filter { process($0)?.parent == getpid() }
  }

  /// Returns whether all processes could be looked at.
  private mutating func findOrphans() -> Bool {
    guard let privateFolder else { return true }
    guard let names = ProcFolder.names(in: proc) else { return false }
    var pending = names.compactMap { pid_t($0) }.filter { $0 != getpid() }
    let known = others
    others = [:]
    let deadline = Deadline(in: longestStart)
    while true {
      pending = pending.filter { id in
        guard let process = process(id) else { return false }
        let isInGroup = ownGroup == process.group
        guard isInGroup || known[id] != process.start else {
          others[id] = process.start
          return false
        }
        guard let isOwn = isInGroup ? true : process.isAtHome(in: privateFolder) else { return true }
        if isOwn { orphans[id] = process.start } else { others[id] = process.start }
        return false
      }
      isUnsure = !pending.isEmpty
      guard isUnsure, !deadline.hasPassed else { return true }
      SystemThread.yield()
    }
  }

  private func describe(_ process: OtherProcess) -> Resource? {
    let words = ProcFolder.text(of: "\(proc)/\(process.identifier)/cmdline")?.split(separator: "\0")
      .joined(separator: " ")
    // Whoever got the process when its parent ended waits for it.
    if process.state == UInt8(ascii: "Z"), process.parent != getpid() { return nil }
    let name = words.flatMap { $0.isEmpty ? nil : $0 } ?? "ended, but nobody has waited for it"
    return Resource(
      kind: .childProcess, name: name, identity: "\(process.identifier) since \(process.start)",
      judgement: .leak)
  }
}
#endif
