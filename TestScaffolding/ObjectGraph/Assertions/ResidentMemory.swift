#if DEBUG
#if canImport(Glibc)
import Glibc
#endif

/// The memory of this process that is in use.
package enum ResidentMemory {
  package static var bytes: Int? {
    #if canImport(Glibc)
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
    #else
    return nil
    #endif
  }
}
#endif
