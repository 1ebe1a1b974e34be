#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Files that are needed for a short time.
package enum TemporaryFiles {
  /// The folder that `TMPDIR` names. Without it the one in memory, if it is as it has to be, and otherwise `/tmp`: to make a
  /// file on a disk takes many times as long.
  package static func folder(in environment: [String: String], memory: String = "/dev/shm") -> String {
    if let named = environment["TMPDIR"], named.hasPrefix("/") { return named }
    return isFit(memory) ? memory : "/tmp"
  }

  /// Whether the folder is open to this user and large, and programs may be run from it. How much of it is free does not
  /// count: then the answer would change from one test to the next.
  private static func isFit(_ folder: String) -> Bool {
    var system = statvfs()
    guard statvfs(folder, &system) == 0, access(folder, R_OK | W_OK | X_OK) == 0 else { return false }
    return Int(system.f_blocks) * Int(system.f_frsize) >= leastSize && Int(system.f_flag) & runsNothing == 0
  }

  /// In a container it often has 64 MiB.
  private static let leastSize = 1 << 30
  /// `ST_NOEXEC`, which Swift does not import.
  private static let runsNothing = 8
}
