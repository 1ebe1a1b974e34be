#if DEBUG
import Foundation
import OperatingSystem
import Records

/// What a process takes over from the one that starts it, beside arguments, variables and descriptors: users and rights,
/// limits, groups of control, namespaces, niceness.
///
/// Each launch looks at them anew, so this compares bytes: words of text would take longer than all else that it does.
struct InheritedTraits {
  private static let lines = [
    "Umask:", "Uid:", "Gid:", "Groups:", "Cap", "NoNewPrivs:", "Seccomp", "Cpus_allowed:", "Mems_allowed:",
  ]
  private static let files = ["limits", "cgroup", "oom_score_adj"]
  private static let namespaces = ["cgroup", "ipc", "mnt", "net", "pid", "time", "user", "uts"]

  private let status: [ArraySlice<UInt8>]

  /// Looks at this process.
  init() throws(SystemError) { status = try Self.bytes(of: "status").split(separator: UInt8(ascii: "\n")) }

  /// Whether a debugger follows this process.
  var isTraced: Bool {
    status.contains { $0.starts(with: "TracerPid:".utf8) && !$0.elementsEqual("TracerPid:\t0".utf8) }
  }

  func add(to name: inout NameHash) throws(SystemError) {
    for line in status where Self.lines.contains(where: { line.starts(with: $0.utf8) }) { name.add(line) }
    for file in Self.files { name.add(try Self.bytes(of: file)[...]) }
    // Behind the program's name, which may hold anything, the niceness is the seventeenth field.
    let stat = try Self.bytes(of: "stat")
    let fields = stat[(stat.lastIndex(of: UInt8(ascii: ")")) ?? 0)...].split(separator: UInt8(ascii: " "))
    if fields.count > 17 { name.add(fields[17]) }
    for namespace in Self.namespaces {
      if let found = try? Descriptor.open("/proc/self/ns/\(namespace)", .reading).status() {
        name.add("\(namespace) \(found.identity)")
      }
    }
  }

  private static func bytes(of file: String) throws(SystemError) -> [UInt8] {
    let file = try Descriptor.open("/proc/self/\(file)", .reading)
    var bytes: [UInt8] = []
    while let more = try file.readSome(), !more.isEmpty { bytes += more }
    return bytes
  }
}

/// A short name for a list of words, the same in every process.
struct NameHash {
  private var fingerprint = Fingerprint()

  var value: UInt64 { fingerprint.value }

  mutating func add(_ word: String) { add(Array(word.utf8)[...]) }

  mutating func add(_ word: ArraySlice<UInt8>) {
    fingerprint.add(word)
    fingerprint.add(CollectionOfOne(0))
  }

  var text: String { String(fingerprint.value, radix: 36) }
}
#endif
