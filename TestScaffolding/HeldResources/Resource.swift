#if DEBUG
/// Something besides memory that a process holds. Two values are equal if they mean the same thing in the system.
package struct Resource: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case descriptor
    case thread
    case childProcess = "child process"
    case temporaryFile = "temporary file"
    case file
    case memoryMap = "memory map"
  }

  /// Whether an additional resource of this kind is a sign of a leak.
  package enum Judgement: Sendable {
    /// It belongs to the scaffolding, the app's data or the system's libraries.
    case expected
    /// A library may keep some of these. It is a leak only if generation after generation leaves another one.
    case maybeKeptByLibrary
    case leak
  }

  package var kind: Kind
  /// A description for people: a path, the other end of a connection, a name. Those that may grow together have the
  /// same one.
  package var name: String
  /// A name for all of the same sort, where `name` says more than that: all TCP sockets, whoever is at the other end.
  package var sort: String?
  /// Distinguishes this resource from others of the same name.
  package var identity: String
  package var judgement: Judgement

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  package static func == (one: Resource, other: Resource) -> Bool {
    one.kind == other.kind && one.identity == other.identity
  }
}
#endif
