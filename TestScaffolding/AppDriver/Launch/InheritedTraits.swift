#if DEBUG
import OperatingSystem
import Records

/// What a process takes over from the one that starts it, beside arguments, variables and descriptors: users and rights,
/// limits, groups of control, namespaces, niceness.
///
/// Each launch looks at them anew, so this compares bytes: words of text would take longer than all else that it does.
struct InheritedTraits {
  private static let lines = [
    "Umask:", "Uid:", "Gid:", "Groups:", "Cap", "NoNewPrivs:", "Seccomp", "Cpus_allowed:", "Mems_allowed:",
  ].map { Array($0.utf8) }
  private static let files = ["limits", "cgroup", "oom_score_adj"]
  private static let namespaces = ["cgroup", "ipc", "mnt", "net", "pid", "time", "user", "uts"]

  private let status: [ArraySlice<UInt8>]

  /// Looks at this process.
  init() throws(SystemError) {
    status = try Descriptor.contents(ofFile: "/proc/self/status").split(separator: UInt8(ascii: "\n"))
  }

  /// Whether a debugger follows this process.
  var isTraced: Bool {
    status.contains { $0.starts(with: "TracerPid:".utf8) && !$0.elementsEqual("TracerPid:\t0".utf8) }
  }

  func add(to name: inout Fingerprint) throws(SystemError) {
    for line in status {
      let isTakenOver = Self.lines.contains { $0[0] == line[line.startIndex] && line.starts(with: $0) }
      if isTakenOver { name.add(word: Array(line)) }
    }
    for file in Self.files { name.add(word: try Descriptor.contents(ofFile: "/proc/self/\(file)")) }
    // Behind the program's name, which may hold anything, the niceness is the seventeenth field.
    let stat = try Descriptor.contents(ofFile: "/proc/self/stat")
    let fields = stat[(stat.lastIndex(of: UInt8(ascii: ")")) ?? 0)...].split(separator: UInt8(ascii: " "))
    if fields.count > 17 { name.add(word: Array(fields[17])) }
    for namespace in Self.namespaces {
      if let found = try? Descriptor.open("/proc/self/ns/\(namespace)", .reading).status() {
        name.add(word: "\(namespace) \(found.identity)")
      }
    }
  }
}
#endif
