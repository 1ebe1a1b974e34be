import Foundation

/// What a process holds at one moment.
package struct Footprint: Encodable, Sendable, Equatable {
  package var residentKiB: Int
  package var descriptors: Int
  /// The descriptors that are the system's timers. Dispatch opens one for each of its clocks when somebody first waits with
  /// that clock, and keeps it.
  package var timers: Int
  package var threads: Int

  package init(of process: Int32) throws {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    func number(_ name: String) -> Int {
      status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        .flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
    residentKiB = number("VmRSS")
    threads = number("Threads")
    let open = try Self.openFiles(of: process)
    descriptors = open.count
    timers = open.count { $0 == Self.timer }
  }

  /// What the process has open.
  package static func openFiles(of process: Int32) throws -> [String] {
    let folder = "/proc/\(process)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }

  package static let timer = "anon_inode:[timerfd]"
}
