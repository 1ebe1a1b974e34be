public import Foundation

extension TimeZone {
  /// The time zone that a process's environment asks for with `TZ`, else the system's.
  public nonisolated init(posixEnvironment environment: [String: String]) {
    // POSIX allows a colon before the name of a zone.
    let name = environment["TZ"].map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    self = name.flatMap { TimeZone(identifier: $0) } ?? .current
  }
}
