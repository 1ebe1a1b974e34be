import Foundation
import Glibc
import TestSupport

/// The processes that belong to one browser: those of its group, and the helpers that left the group.
struct BrowserProcesses {
  /// The process that leads the group.
  let leader: Int32
  /// The private folder that the helpers are started with.
  let folder: String

  /// Kills those that are still there and waits until each has ended; a zombie has ended.
  func killAll(within patience: Duration = .seconds(10)) throws {
    for process in try list() {
      let handle = pidfdOpen(process)
      guard handle >= 0 else { continue }
      defer { close(handle) }
      kill(process, SIGKILL)
      var polled = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, Int32(patience.components.seconds * 1000)) == 1 else {
        throw BrowserError("Process \(process) of the browser has not ended \(patience) after its SIGKILL.")
      }
    }
  }

  /// Lists the processes that have not ended.
  func list() throws -> [Int32] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init).filter { process in
      guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let nameEnd = status.lastIndex(of: ")")
      else { return false }
      let fields = status[nameEnd...].split(separator: " ")
      guard fields.count > 3, fields[1] != "Z" else { return false }
      return Int32(fields[3]) == leader || isStartedWithFolder(process)
    }
  }

  private func isStartedWithFolder(_ process: Int32) -> Bool {
    guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { return false }
    // The folders of tests are numbered: that of another one may begin with the same digits.
    return bytes.firstRange(of: Data("\(folder)/".utf8)) != nil
  }

  private func pidfdOpen(_ process: Int32) -> Int32 {
    typealias SystemCall = @convention(c) (Int, Int, Int) -> Int
    let number = 434
    guard let address = dlsym(nil, "syscall") else { return -1 }
    return Int32(unsafeBitCast(address, to: SystemCall.self)(number, Int(process), 0))
  }
}
