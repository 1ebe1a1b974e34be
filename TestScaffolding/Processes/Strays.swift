import Foundation
import Glibc
import OperatingSystem

/// Processes that an app left running, even outside its process group. Their environment still names the app's folder.
package enum Strays {
  /// Ends the processes that have the folder in their environment, and describes each: `1234 (sleep 1000)`.
  package static func end(of folder: String) -> [String] {
    var ended: [String] = []
    // A process may have started another one just before it ended, so look again.
    for _ in 0..<50 {
      let found = processes(of: folder)
      if found.isEmpty { break }
      for process in found { if let name = end(process, of: folder) { ended.append(name) } }
    }
    return ended
  }

  private static func processes(of folder: String) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap(pid_t.init).filter { knows(folder, $0) }.sorted()
  }

  private static func knows(_ folder: String, _ process: pid_t) -> Bool {
    let sign = Array("=\(folder)/".utf8)
    // Apps may share this one.
    let runtimeFolder = Array("XDG_RUNTIME_DIR=".utf8)
    return bytes("/proc/\(process)/environ").split(separator: 0)
      .contains { !$0.starts(with: runtimeFolder) && $0.firstRange(of: sign) != nil }
  }

  private static func end(_ process: pid_t, of folder: String) -> String? {
    guard let handle = try? RunningProcess.handle(of: process) else { return nil }
    // The number may have gone to another process before the handle was made. From here on, the handle is that of the process
    // that was looked at, or of one that has ended.
    guard knows(folder, process) else { return nil }
    let words = bytes("/proc/\(process)/cmdline").split(separator: 0).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard (try? RunningProcess.signal(.kill, to: handle)) != nil else { return nil }
    _ = try? Descriptor.poll([(handle, .reading)], until: Deadline(in: .seconds(10)))
    return "\(process) (\(words.joined(separator: " ").prefix(200)))"
  }

  private static func bytes(_ path: String) -> [UInt8] {
    guard let descriptor = try? Descriptor.open(path, .reading) else { return [] }
    var all: [UInt8] = []
    while let more = try? descriptor.readSome(), !more.isEmpty { all += more }
    return all
  }
}
