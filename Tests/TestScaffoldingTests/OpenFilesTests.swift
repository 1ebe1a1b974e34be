import Glibc
import ObjectMemory
import TestSupport
import Testing

@Suite("The files that are open")
struct OpenFilesTests {
  /// In a process of its own no other thread opens any.
  @Test("are others where one was closed and another opened, of the same number")
  func exchanged() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        func sign(_ path: String) -> (number: Int32, sign: UInt64) {
          let number = open(path, O_RDONLY)
          defer { close(number) }
          return (number, ObjectMemoryOpenFiles(Int(number) + 1))
        }
        let (null, zero, again) = (sign("/dev/null"), sign("/dev/zero"), sign("/dev/null"))
        #expect(null.number == zero.number && null.sign != zero.sign)
        #expect(null == again)
        #expect(ObjectMemoryOpenFiles(Int(null.number)) != null.sign)
      }
    }
  }
}
