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
