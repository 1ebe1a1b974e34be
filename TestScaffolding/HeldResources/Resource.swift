#if DEBUG
import Foundation

/// Something besides memory that a process holds, known again as long as it is the same.
package struct Resource: Hashable {
  package enum Kind: String {
    case descriptor
    case thread
    case childProcess = "child process"
    case temporaryFile = "temporary file"
  }

  /// Whether one more of it says that somebody has forgotten it.
  package enum Judgement {
    /// It belongs to the scaffolding, to the app's data or to the system's libraries.
    case innocent
    /// A library may keep one of these; a generation after generation that leaves one more does not.
    case suspicious
    case guilty
  }

  package var kind: Kind
  /// What it is, for people: a path, the two ends of a connection, a name.
  package var name: String
  /// Tells it from another of the same name.
  package var identity: String
  package var judgement: Judgement

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  package static func == (one: Resource, other: Resource) -> Bool {
    one.kind == other.kind && one.identity == other.identity
  }
}

extension Resource {
  /// Lists all that the process holds.
  package static func all(temporaryFolder: String?, isOwnSocket: (SocketEnds) -> Bool) -> Set<Resource> {
    var all = Set(descriptors(isOwnSocket: isOwnSocket))
    all.formUnion(threads())
    all.formUnion(children())
    if let temporaryFolder {
      for name in ProcFolder.names(in: temporaryFolder) {
        let path = temporaryFolder + "/" + name
        all.insert(Resource(kind: .temporaryFile, name: path, identity: path, judgement: .guilty))
      }
    }
    return all
  }

  private static func threads() -> [Resource] {
    let process = ProcFolder.text(of: "/proc/self/comm")
    return ProcFolder.names(in: "/proc/self/task").compactMap { id in
      guard let text = ProcFolder.text(of: "/proc/self/task/\(id)/comm") else { return nil }
      let name = String(text.prefix { $0 != "\n" })
      // A thread without a name of its own has that of the one that began it, which may be a worker.
      let isNameless = text == process || name.hasSuffix("-qos") || name.hasSuffix(".overcommit")
      let started = ProcFolder.fields(ofStat: "/proc/self/task/\(id)/stat").dropFirst(19).first ?? ""
      return Resource(
        kind: .thread, name: name, identity: "\(id) since \(started)",
        judgement: isNameless ? .suspicious : .guilty)
    }
  }

  private static func children() -> [Resource] {
    let own = "\(ProcessInfo.processInfo.processIdentifier)"
    var children: Set<Substring> = []
    for id in ProcFolder.names(in: "/proc/self/task") {
      children.formUnion((ProcFolder.text(of: "/proc/self/task/\(id)/children") ?? "").split(separator: " "))
    }
    return children.compactMap { id in
      let fields = ProcFolder.fields(ofStat: "/proc/\(id)/stat")
      guard fields.count > 19, fields[1] == own else { return nil }
      let words = ProcFolder.text(of: "/proc/\(id)/cmdline")?.split(separator: "\0").joined(separator: " ")
      let name = words.flatMap { $0.isEmpty ? nil : $0 } ?? "ended, but nobody has waited for it"
      return Resource(
        kind: .childProcess, name: name, identity: "\(id) since \(fields[19])", judgement: .guilty)
    }
  }
}
#endif
