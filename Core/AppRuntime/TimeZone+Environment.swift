public import Foundation

extension TimeZone {
  /// The time zone that `TZ` names in a process's environment, otherwise the system's.
  public nonisolated init(posixEnvironment environment: [String: String]) {
    // POSIX allows a colon before the name of a zone.
    let name = environment["TZ"].map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    self = name.flatMap { TimeZone(identifier: $0) } ?? .current
  }
}
