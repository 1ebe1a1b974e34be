import Glibc
import TestSupport
import Testing

@testable import AppDriver

@Suite("Removing a folder")
struct FileTreeTests {
  @Test("also removes files and folders whose names are not UTF-8")
  func names() throws {
    let folder = try TestFolder()
    let path = folder.path + "/all"
    #expect(mkdir(path, S_IRWXU) == 0)
    let inner: [CChar] = path.utf8.map(CChar.init(bitPattern:)) + [0x2F, -1, 0x62]
    #expect(mkdir(inner + [0], S_IRWXU) == 0)
    let file = creat(inner + [0x2F, -2, -1, 0], S_IRUSR)
    #expect(file >= 0 && close(file) == 0)
    try FileTree.remove(path)
    #expect(folder.contents == [])
  }
}
