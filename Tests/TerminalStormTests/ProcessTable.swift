import Foundation
import Glibc
import TestSupport

/// What the system knows of a process.
enum ProcessTable {
  /// Returns how much memory of its own the process has, in bytes.
  static func memory(of process: Int32) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8) else {
      return nil
    }
    let fields = text.split(separator: " ").compactMap { Int($0) }
    return fields.count > 2 ? (fields[1] - fields[2]) * sysconf(Int32(_SC_PAGESIZE)) : nil
  }

  /// Waits until the process, which is no child of this one, has ended; false when it does not.
  static func end(of process: Int32) async -> Bool {
    await Waiting.until { kill(process, 0) == -1 || isZombie(process) }
  }

  /// Waits until the process is stopped; false when it is not.
  static func stop(of process: Int32) async -> Bool { await Waiting.until { state(of: process) == "T" } }

  /// Waits until a thread of the process waits for somebody to read what it writes to its standard output.
  static func isStuckInWrite(_ process: Int32) async -> Bool {
    await Waiting.until {
      let tasks = "/proc/\(process)/task"
      return (try? FileManager.default.contentsOfDirectory(atPath: tasks))?.contains { task in
        let call = try? String(contentsOfFile: "\(tasks)/\(task)/syscall", encoding: .utf8)
        return call?.hasPrefix("\(writeCall) 0x1 ") == true
      } == true
    }
  }

  /// Waits until the process does nothing, seen many times in a row; false when it goes on working.
  static func isAtRest(_ process: Int32) async -> Bool {
    let tasks = "/proc/\(process)/task"
    func isAsleep() -> Bool {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
      return threads.allSatisfy { state(at: "\(tasks)/\($0)") == "S" }
    }
    return await Waiting.until { (0..<50).allSatisfy { _ in isAsleep() } }
  }

  #if arch(x86_64)
  private static let writeCall = 1
  #else
  private static let writeCall = 64
  #endif

  /// The first thread may be a zombie while others still hold what the process has open.
  private static func isZombie(_ process: Int32) -> Bool {
    let tasks = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    guard tasks?.count == 1 else { return tasks == nil }
    return state(of: process).map { $0 == "Z" } ?? true
  }

  /// Returns the letter that the system has for what the process is doing.
  private static func state(of process: Int32) -> Character? { state(at: "/proc/\(process)") }

  private static func state(at folder: String) -> Character? {
    let text = try? String(contentsOfFile: folder + "/stat", encoding: .utf8)
    return text?.split(separator: ") ").last?.first
  }
}
