import OperatingSystem
import TestSupport
import Testing

@Suite("The folder of temporary files")
struct TemporaryFilesTests {
  @Test("is the one that TMPDIR names, by its whole path")
  func named() {
    #expect(TemporaryFiles.folder(in: ["TMPDIR": "/var/tmp"], memory: "/tmp") == "/var/tmp")
    #expect(TemporaryFiles.folder(in: ["TMPDIR": "tmp"], memory: "/no/memory") == "/tmp")
  }

  @Test("is in memory where there is a large folder that is open to its user, and otherwise on the disk")
  func memory() throws {
    let home = try TemporaryHome()
    // That of a machine of tests has more than a gibibyte.
    #expect(TemporaryFiles.folder(in: [:], memory: home.root) == home.root)
    for memory in ["/no/memory", "/proc"] {
      #expect(TemporaryFiles.folder(in: [:], memory: memory) == "/tmp", "\(memory)")
    }
  }
}
