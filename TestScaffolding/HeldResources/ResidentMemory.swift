#if DEBUG
import Glibc
import ObjectMemory

/// The resident memory of this process, apart from files: what is there of these the system decides, not the process.
package enum ResidentMemory {
  package static var bytes: Int? {
    let fields = ProcFolder.text(of: "/proc/self/statm")?.split(separator: " ") ?? []
    guard fields.count > 2, let pages = Int(fields[1]), let ofFiles = Int(fields[2]) else { return nil }
    return (pages - ofFiles) * sysconf(Int32(_SC_PAGESIZE))
  }

  /// What is left of it when the C library keeps none that is free.
  package static var bytesInUse: Int? {
    ObjectMemoryGiveBack()
    return bytes
  }
}
#endif
