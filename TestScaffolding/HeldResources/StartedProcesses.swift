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
  private let own = "\(getpid())"
  /// The process group that consists of the app and its descendants; nil if it is another's.
  private let ownGroup = getpgrp() == getpid() ? "\(getpid())" : nil
  /// How much memory the children that have ended had asked for; it rises whenever one has ended and was waited for.
  private var endedChildren = Self.pageFaultsOfEndedChildren
  /// Processes that are known to be somebody else's, and those that were left behind, with their instants of start: numbers
  /// are given again.
  private var others: [String: Substring] = [:]
  private var orphans: [String: Substring] = [:]
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
    orphans = orphans.filter { stat($0.key)?[19] == $0.value }
    let all = children.union(orphans.keys).compactMap(describe)
    hadSome = !all.isEmpty
    return all
  }

  private func children() -> Set<String>? {
    guard let threads = ProcFolder.names(in: "/proc/self/task") else { return nil }
    var children: Set<String> = []
    for thread in threads.map({ "/proc/self/task/\($0)" }) {
      if let bytes = try? Descriptor.contents(ofFile: thread + "/children") {
        children.formUnion(String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init))
      } else if (try? Descriptor.status(atPath: thread)) != nil {
        return nil
      }
    }
    return children.filter { id in stat(id).map { $0[1] == own } ?? false }
  }

  /// Returns whether all processes could be looked at.
  private mutating func findOrphans() -> Bool {
    guard let privateFolder else { return true }
    guard let names = ProcFolder.names(in: proc) else { return false }
    let sign = Array("=\(privateFolder)/".utf8)
    var pending = names.filter { $0.first?.isNumber == true && $0 != own }
    let known = others
    others = [:]
    let deadline = Deadline(in: longestStart)
    while true {
      pending = pending.filter { id in
        guard let fields = stat(id) else { return false }
        let (group, start) = (fields[2], fields[19])
        if let ownGroup, group == ownGroup {
          orphans[id] = start
          return false
        }
        if known[id] == start {
          others[id] = start
          return false
        }
        switch origin(of: id, sign) {
        case .own: orphans[id] = start
        case .other: others[id] = start
        case .nobodyKnows: return true
        }
        return false
      }
      isUnsure = !pending.isEmpty
      guard isUnsure, !deadline.hasPassed else { return true }
      SystemThread.yield()
    }
  }

  private enum Origin { case own, other, nobodyKnows }

  private func origin(of id: String, _ sign: [UInt8]) -> Origin {
    let environment: [UInt8]
    do throws(SystemError) {
      environment = try Descriptor.contents(ofFile: "\(proc)/\(id)/environ")
    } catch {
      // Whose environment may not be read is another user's.
      return error.isDenied || error.isNotFound || error.isOfNoProcess ? .other : .nobodyKnows
    }
    // Apps may share this one.
    let runtimeFolder = Array("XDG_RUNTIME_DIR=".utf8)
    let isOwn = environment.split(separator: 0)
      .contains { !$0.starts(with: runtimeFolder) && $0.firstRange(of: sign) != nil }
    if isOwn { return .own }
    return environment.isEmpty && isBeginning(id) ? .nobodyKnows : .other
  }

  /// Whether a process that seems to have no environment is between two programs: until the next one has begun, the system tells
  /// nothing of what it will have.
  private func isBeginning(_ id: String) -> Bool {
    guard let fields = stat(id), !["Z", "X"].contains(fields[0]), let flags = UInt32(fields[6]) else {
      return false
    }
    let (isOfKernel, code, begin, end) = (flags & 0x20_0000 != 0, fields[23], fields[47], fields[48])
    return !isOfKernel && (code == "0" || end == "0" || begin != end)
  }

  /// What the system tells of a process, from its state on; nil if it is gone.
  private func stat(_ id: String) -> [Substring]? {
    let fields = ProcFolder.fields(ofStat: "\(proc)/\(id)/stat")
    return fields.count > 48 ? fields : nil
  }

  private func describe(_ id: String) -> Resource? {
    guard let fields = stat(id) else { return nil }
    let isOwnChild = fields[1] == own
    let words = ProcFolder.text(of: "\(proc)/\(id)/cmdline")?.split(separator: "\0").joined(separator: " ")
    // Whoever got the process when its parent ended waits for it.
    if fields[0] == "Z", !isOwnChild { return nil }
    let name = words.flatMap { $0.isEmpty ? nil : $0 } ?? "ended, but nobody has waited for it"
    return Resource(
      kind: .childProcess, name: name, identity: "\(id) since \(fields[19])", judgement: .leak)
  }
}
#endif
