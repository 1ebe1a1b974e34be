#if DEBUG
import Foundation
import OperatingSystem

/// What a process takes over from the one that starts it, beside arguments, variables and descriptors: users and rights,
/// limits, groups of control, namespaces, niceness.
enum InheritedTraits {
  private static let lines = [
    "Umask:", "Uid:", "Gid:", "Groups:", "Cap", "NoNewPrivs:", "Seccomp", "Cpus_allowed:", "Mems_allowed:",
  ]
  private static let namespaces = ["cgroup", "ipc", "mnt", "net", "pid", "time", "user", "uts"]

  static func add(to name: inout NameHash) throws(SystemError) {
    for line in try text(of: "status").split(separator: "\n") where lines.contains(where: line.hasPrefix) {
      name.add(String(line))
    }
    for file in ["limits", "cgroup", "oom_score_adj"] { name.add(try text(of: file)) }
    // Behind the program's name, which may hold anything, the niceness is the seventeenth field.
    let fields = try text(of: "stat").split(separator: ")").last?.split(separator: " ") ?? []
    name.add(fields.count > 16 ? String(fields[16]) : "")
    for namespace in namespaces {
      if let found = try? Descriptor.open("/proc/self/ns/\(namespace)", .reading).status() {
        name.add("\(namespace) \(found.identity)")
      }
    }
  }

  /// Whether a debugger follows this process.
  static func isTraced() throws(SystemError) -> Bool {
    try text(of: "status").split(separator: "\n")
      .contains { $0.hasPrefix("TracerPid:") && !$0.hasSuffix("\t0") }
  }

  private static func text(of file: String) throws(SystemError) -> String {
    let file = try Descriptor.open("/proc/self/\(file)", .reading)
    var bytes: [UInt8] = []
    while let more = try file.readSome(), !more.isEmpty { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A short name for a list of words, the same in every process (64 bits of FNV-1a).
struct NameHash {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ word: String) {
    for byte in Array(word.utf8) + [0] { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  var text: String { String(value, radix: 36) }
}
#endif
