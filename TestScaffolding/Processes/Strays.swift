import Foundation
import Glibc
import OperatingSystem

/// Processes that an app left running, even outside its process group. Their environment still names the app's folder.
package enum Strays {
  /// Ends the processes that have the folder in their environment, and describes each: `1234 (sleep 1000)`.
  package static func end(of folder: String) -> [String] {
    var ended: [String] = []
    // A process may have started another one just before it ended, or be between two programs: so look again.
    for _ in 0..<50 {
      let (found, isSure) = processes(of: folder)
      if found.isEmpty, isSure { break }
      if found.isEmpty { SystemThread.yield() }
      for process in found { if let name = end(process, of: folder) { ended.append(name) } }
    }
    return ended
  }

  private static func processes(of folder: String) -> (found: [pid_t], isSure: Bool) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let answers = names.compactMap(pid_t.init).map { ($0, knows(folder, $0)) }
    return (answers.filter { $0.1 == true }.map(\.0).sorted(), !answers.contains { $0.1 == nil })
  }

  /// Whether the process has the folder in its environment; nil if it was between two programs, and nobody knows.
  private static func knows(_ folder: String, _ process: pid_t) -> Bool? {
    guard let descriptor = try? Descriptor.open("/proc/\(process)/environ", .reading) else { return false }
    let environment = bytes(of: descriptor)
    if environment.isEmpty, hasEnvironment(process) { return nil }
    let sign = Array("=\(folder)/".utf8)
    // Apps may share this one.
    let runtimeFolder = Array("XDG_RUNTIME_DIR=".utf8)
    return environment.split(separator: 0)
      .contains { !$0.starts(with: runtimeFolder) && $0.firstRange(of: sign) != nil }
  }

  /// Whether the process has an environment, or will have one.
  private static func hasEnvironment(_ process: pid_t) -> Bool {
    let text = String(decoding: bytes("/proc/\(process)/stat"), as: UTF8.self)
    // The name in parentheses may have any character.
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    guard fields.count > 49, !["Z", "X"].contains(fields[1]), let flags = UInt32(fields[7]) else {
      return false
    }
    let (isOfKernel, begin, end) = (flags & 0x20_0000 != 0, fields[48], fields[49])
    return !isOfKernel && (end == "0" || begin != end)
  }

  private static func end(_ process: pid_t, of folder: String) -> String? {
    guard let handle = try? RunningProcess.handle(of: process) else { return nil }
    // The number may have gone to another process before the handle was made. From here on, the handle is that of the process
    // that was looked at, or of one that has ended.
    guard knows(folder, process) == true else { return nil }
    let words = bytes("/proc/\(process)/cmdline").split(separator: 0).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard (try? RunningProcess.signal(.kill, to: handle)) != nil else { return nil }
    _ = try? Descriptor.poll([(handle, .reading)], until: Deadline(in: .seconds(10)))
    return "\(process) (\(words.joined(separator: " ").prefix(200)))"
  }

  private static func bytes(_ path: String) -> [UInt8] {
    (try? Descriptor.open(path, .reading)).map(bytes) ?? []
  }

  private static func bytes(of descriptor: Descriptor) -> [UInt8] {
    var all: [UInt8] = []
    while let more = try? descriptor.readSome(), !more.isEmpty { all += more }
    return all
  }
}
