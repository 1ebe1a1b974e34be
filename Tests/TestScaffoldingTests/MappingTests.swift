import Glibc
import ObjectMemory
import Testing

@testable import HeldResources

@Suite("The files in the memory of a process")
struct MappingTests {
  /// The system's list of them is longer than what one read returns.
  @Test("are known to the last one")
  func complete() {
    #expect(Mapping.filesOfCode().contains { $0.hasSuffix("/libFoundation.so") })
    #expect(Mapping.filesOfCode().contains { $0.hasSuffix("/libc.so.6") })
  }

  @Test("have each place of code where their own symbols have it, so that other tools can name it")
  func places() throws {
    let code = UInt(bitPattern: dlsym(nil, "dispatch_get_global_queue"))
    var movedBy: UInt = 0
    let path = try #require(ObjectMemoryFile(code, &movedBy))
    let words = try #require(Mapping.place(ofCode: code)).split(separator: " ")
    #expect(words.dropLast() == ["in", "libdispatch.so", "at"])
    let place = try #require(UInt(words[3], radix: 16))
    let symbol = ElfFileSymbol(ElfFileOpen(path), place)
    #expect(symbol.map { String(cString: $0.pointee.name) } == "dispatch_get_global_queue")
  }

  @Test(
    "are the system's only in its own folders, and not where the app or its checkout may be",
    arguments: [
      ("/lib/x86_64-linux-gnu/libc.so.6", true), ("/lib64/ld-linux-x86-64.so.2", true),
      ("/usr/lib/locale/C.utf8/LC_CTYPE", true), ("/usr/share/zoneinfo/UTC", true),
      ("/usr/local/lib/libshared.so", true), ("/opt/swift/usr/lib/swift/linux/libFoundation.so", true),
      ("/library/menu.db", false), ("/opt/shop/cache/menu.db", false), ("/usr/src/app/menu.db", false),
      ("/usr/local/bin/shop", false), ("/home/ada/swift/linux/shop/menu.db", false),
    ])
  func system(path: String, isOfSystem: Bool) {
    #expect(SystemFiles.contain(path) == isOfSystem)
  }
}
