#if DEBUG
import Foundation

/// Something besides memory that a process holds. Two values are equal if they mean the same thing in the system.
package struct Resource: Hashable {
  package enum Kind: String {
    case descriptor
    case thread
    case childProcess = "child process"
    case temporaryFile = "temporary file"
  }

  /// Whether an additional resource of this kind is a sign of a leak.
  package enum Judgement {
    /// It belongs to the scaffolding, the app's data or the system's libraries.
    case innocent
    /// A library may keep one of these. It is a leak only if several generations in a row each leave another one.
    case suspicious
    case guilty
  }

  package var kind: Kind
  /// A description for people: a path, the two ends of a connection, a name.
  package var name: String
  /// Distinguishes this resource from others of the same name.
  package var identity: String
  package var judgement: Judgement

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  package static func == (one: Resource, other: Resource) -> Bool {
    one.kind == other.kind && one.identity == other.identity
  }
}

extension Resource {
  /// Lists all resources that the process holds.
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

  /// The name of the process when it was first looked at: an app may give itself another one.
  private static let processName = ProcFolder.text(of: "/proc/self/comm")

  private static func threads() -> [Resource] {
    let names = [processName, ProcFolder.text(of: "/proc/self/comm")]
    return ProcFolder.names(in: "/proc/self/task").compactMap { id in
      guard let text = ProcFolder.text(of: "/proc/self/task/\(id)/comm") else { return nil }
      let name = String(text.prefix { $0 != "\n" })
      // A thread without its own name inherits the name of the thread that started it, which may be a worker.
      let isNameless = names.contains(text) || name.hasSuffix("-qos") || name.hasSuffix(".overcommit")
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
