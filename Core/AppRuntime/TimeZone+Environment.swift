import AppData
public import Foundation
import OperatingSystem

extension TimeZone {
  /// The time zone that `TZ` names in a process's environment, otherwise the system's.
  ///
  /// `TZ` may also be the path of a zone's file, or a rule such as `JST-9`. Where it has no name that is known here, the
  /// zone is a fixed one, with the offset that the process has now.
  @available(*, deprecated, message: "Ask an AppEnvironment for its timeZone.")
  public nonisolated init(posixEnvironment environment: [String: String]) {
    self.init(posixEnvironment: environment, at: SystemTime.now())
  }

  /// - Parameter date: When a rule without a name has the offset that counts.
  nonisolated init(posixEnvironment environment: [String: String], at date: Date) {
    self.init(posix: environment["TZ"]) { LocalTime.offset(at: date.timeIntervalSince1970) }
  }

  nonisolated init(posix text: String?, systemOffset: () -> Int) {
    // POSIX allows a colon before the name of a zone.
    let file = text.map { $0.hasPrefix(":") ? $0.dropFirst() : $0[...] }
    guard let file, file != "/etc/localtime" else {
      self = .current
      return
    }
    let name = file.firstRange(of: "zoneinfo/").map { file[$0.upperBound...] } ?? file
    // As a rule this is behind Greenwich, and as a name of Foundation ahead of it.
    let isRule = ["GMT+", "GMT-", "UTC+", "UTC-"].contains { name.hasPrefix($0) }
    let named = isRule ? nil : TimeZone(identifier: String(name))
    self = named ?? TimeZone(secondsFromGMT: systemOffset()) ?? .current
  }
}
