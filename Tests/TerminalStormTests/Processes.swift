import Foundation
import Glibc

/// What the system knows of a process.
enum Processes {
  /// Returns how much memory of its own the process has, in bytes.
  static func memory(of process: Int32) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8) else { return nil }
    let fields = text.split(separator: " ").compactMap { Int($0) }
    return fields.count > 2 ? (fields[1] - fields[2]) * sysconf(Int32(_SC_PAGESIZE)) : nil
  }

  /// Waits until the process, which is no child of this one, has ended; false when it does not.
  static func end(of process: Int32) async -> Bool {
    await holds { kill(process, 0) == -1 || isZombie(process) }
  }

  /// Waits until the main thread of the process waits for somebody to read what it writes.
  static func isStuckInWrite(_ process: Int32) async -> Bool {
    await holds {
      let place = try? String(contentsOfFile: "/proc/\(process)/syscall", encoding: .utf8)
      return place?.hasPrefix("1 ") == true
    }
  }

  private static func isZombie(_ process: Int32) -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return text?.contains(") Z ") != false
  }

  private static func holds(_ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while !condition() {
      guard .now < deadline else { return false }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return true
  }
}
