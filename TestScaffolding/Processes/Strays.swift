import Foundation
import Glibc
import OperatingSystem

/// Processes that an app left running, even outside its process group. Their environment still names the app's folder.
package enum Strays {
  /// Ends the processes that have the folder in their environment, and describes each: `1234 (sleep 1000)`.
  package static func end(of folder: String) -> [String] {
    let deadline = Deadline(in: .seconds(10))
    var ended: [String] = []
    // A process may have started another one just before it ended, or be between two programs: so look again.
    while true {
      let (found, isSure) = processes(of: folder)
      for process in found { if let name = end(process, of: folder) { ended.append(name) } }
      if isSure && found.isEmpty || deadline.hasPassed { return ended }
      SystemThread.yield()
    }
  }

  private static func processes(of folder: String) -> (found: [pid_t], isSure: Bool) {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc")
    guard let names else { return ([], false) }
    let answers = names.compactMap(pid_t.init).map { ($0, knows(folder, $0)) }
    return (answers.filter { $0.1 == true }.map(\.0).sorted(), !answers.contains { $0.1 == nil })
  }

  /// Whether the process has the folder in its environment; nil if nobody can say now, as between two programs.
  private static func knows(_ folder: String, _ process: pid_t) -> Bool? {
    let environment: [UInt8]
    let state: [UInt8]
    do throws(SystemError) {
      environment = try Descriptor.contents(ofFile: "/proc/\(process)/environ")
      state = try Descriptor.contents(ofFile: "/proc/\(process)/stat")
    } catch {
      return error.isDenied || error.isNotFound || error.isOfNoProcess ? false : nil
    }
    let sign = Array("=\(folder)/".utf8)
    // Apps may share this one.
    let runtimeFolder = Array("XDG_RUNTIME_DIR=".utf8)
    let isNamed = environment.split(separator: 0)
      .contains { !$0.starts(with: runtimeFolder) && $0.firstRange(of: sign) != nil }
    return isNamed || isWhole(environment, in: state) ? isNamed : nil
  }

  /// Whether this is all of the environment of a process in this state. While a program begins, it has none or a part of it,
  /// and no code.
  private static func isWhole(_ environment: [UInt8], in state: [UInt8]) -> Bool {
    let fields = Self.fields(of: state)
    guard fields.count > 49, !["Z", "X"].contains(fields[1]), let flags = UInt32(fields[7]),
      let code = UInt(fields[24]), let begin = UInt(fields[48]), let end = UInt(fields[49])
    else { return true }
    let isOfKernel = flags & 0x20_0000 != 0
    return isOfKernel || code != 0 && UInt(environment.count) == end &- begin || !isTold
  }

  /// Whether the system tells where code begins: some that stand in for Linux do not.
  private static let isTold: Bool = {
    let fields = Self.fields(of: (try? Descriptor.contents(ofFile: "/proc/self/stat")) ?? [])
    return fields.count > 24 && fields[24] != "0"
  }()

  /// What the system tells of a process behind its name, which is in parentheses and may have any character.
  private static func fields(of state: [UInt8]) -> [Substring] {
    let text = String(decoding: state, as: UTF8.self)
    return text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
  }

  private static func end(_ process: pid_t, of folder: String) -> String? {
    guard let handle = try? RunningProcess.handle(of: process) else { return nil }
    // The number may have gone to another process before the handle was made. From here on, the handle is that of the process
    // that was looked at, or of one that has ended.
    guard knows(folder, process) == true else { return nil }
    let words = ((try? Descriptor.contents(ofFile: "/proc/\(process)/cmdline")) ?? []).split(separator: 0).map
    {
      String(decoding: $0, as: UTF8.self)
    }
    guard (try? RunningProcess.signal(.kill, to: handle)) != nil else { return nil }
    _ = try? Descriptor.poll([(handle, .reading)], until: Deadline(in: .seconds(10)))
    return "\(process) (\(words.joined(separator: " ").prefix(200)))"
  }
}
