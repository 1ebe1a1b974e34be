#if DEBUG
import Glibc

/// The resident memory of this process.
package enum ResidentMemory {
  package static var bytes: Int? {
    let fields = ProcFolder.text(of: "/proc/self/statm")?.split(separator: " ") ?? []
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
#endif
