import AppData
import Foundation
import Glibc
import Processes
import Testing

@Suite struct TrashTests {
  @Test("Erased data is out of the way at once and gone after the trash is emptied in the background")
  func background() async throws {
    let sandbox = try Sandbox()
    let container = try sandbox.open()
    let documents = container.open(gate: WriteGate()).files.documents
    for index in 0..<20 { try documents.write(Data("x"), to: "\(index % 4)/\(index)") }
    #expect(try container.part("documents").erase().count == 20)
    #expect(!isThere(sandbox.dataRoot + "/Documents"))
    #expect(try names(in: sandbox.dataRoot).count == 2)
    let result = await container.emptyTrashInBackground()
    #expect(result.deleted == 20)
    #expect(result.failures == [])
    #expect(try names(in: sandbox.dataRoot) == [".cleanslate-container"])
    #expect(container.emptyTrash().deleted == 0)
  }

  @Test("What a killed deletion left is finished after the next opening")
  func leftovers() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.open()
    try makeFolder(sandbox.dataRoot + "/.erased.abc.Documents/deep")
    try write("x", to: sandbox.dataRoot + "/.erased.abc.Documents/deep/a")
    try write("x", to: sandbox.dataRoot + "/.erased.def")
    let container = try sandbox.open()
    // Whether the background is done or not: one turn at the trash later there is none.
    #expect(container.emptyTrash().failures == [])
    #expect(try names(in: sandbox.dataRoot) == [".cleanslate-container"])
    #expect(try container.open(gate: WriteGate()).files.documents.list() == [])
  }

  @Test("Names that are not UTF-8 or hold a new line are counted, listed and deleted")
  func oddNames() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.open()
    let folder = sandbox.dataRoot + "/Documents"
    try makeFolder(folder)
    for name: [UInt8] in [[0xFF, 0xFE], Array("a\nb".utf8), Array("*".utf8), Array("-rf".utf8)] {
      let path = Array(folder.utf8) + Array("/".utf8) + name + [0]
      let file = path.withUnsafeBufferPointer { buffer in
        buffer.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o600) }
      }
      #expect(file >= 0)
      close(file)
    }
    let container = try sandbox.open()
    #expect(
      try container.open(gate: WriteGate()).files.documents.list() == ["*", "-rf", "\\xff\\xfe", "a\nb"])
    #expect(try container.part("documents").erase().count == 4)
    #expect(container.emptyTrash().deleted == 4)
    #expect(try names(in: sandbox.dataRoot) == [".cleanslate-container"])
  }

  @Test("Folders nested deeper than any path or call stack goes are counted, listed and deleted")
  func deepNesting() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.open()
    try makeFolder(sandbox.dataRoot + "/Documents")
    var folder = open(sandbox.dataRoot + "/Documents", O_RDONLY | O_DIRECTORY)
    for _ in 0..<3000 {
      mkdirat(folder, "level", 0o700)
      let next = openat(folder, "level", O_RDONLY | O_DIRECTORY)
      close(folder)
      folder = next
    }
    let flags: Int32 = O_CREAT | O_WRONLY
    close(openat(folder, "bottom", flags, 0o600))
    close(folder)
    let container = try sandbox.open()
    let paths = try container.open(gate: WriteGate()).files.documents.list()
    #expect(paths.count == 1)
    let length: Int = 3000 * 6 + 6
    #expect(paths.first?.utf8.count == length)
    #expect(try container.part("documents").erase().count == 1)
    #expect(container.emptyTrash().deleted == 1)
    #expect(try names(in: sandbox.dataRoot) == [".cleanslate-container"])
  }

  @Test("Folders that their user may not read or change are opened up and deleted")
  func closedFolders() throws {
    let sandbox = try Sandbox()
    let container = try sandbox.open()
    let documents = container.open(gate: WriteGate()).files.documents
    for path in ["none/a", "read/b", "read/deep/c"] { try documents.write(Data("x"), to: path) }
    for (path, mode) in [("none", 0o000), ("read/deep", 0o500), ("read", 0o500)] {
      #expect(chmod(sandbox.dataRoot + "/Documents/" + path, mode_t(mode)) == 0)
    }
    #expect(chmod(sandbox.dataRoot + "/Documents", 0o500) == 0)
    #expect(try container.part("documents").erase().count == 3)
    let result = container.emptyTrash()
    #expect(result.deleted == 3)
    #expect(result.failures == [])
    #expect(try names(in: sandbox.dataRoot) == [".cleanslate-container"])
  }

  @Test("A planted folder that cannot be read is erased all the same", .enabled(if: geteuid() != 0))
  func unreadablePlanted() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.open()
    try makeFolder(sandbox.dataRoot + "/Documents/none")
    try write("x", to: sandbox.dataRoot + "/Documents/none/a")
    #expect(chmod(sandbox.dataRoot + "/Documents/none", 0) == 0)
    let container = try sandbox.open()
    let result = try container.part("documents").erase()
    #expect(result.count == 0)
    #expect(result.failures.map(\.item) == [sandbox.dataRoot + "/Documents"])
    #expect(
      result.failures.first?.reason
        == "it is erased but could not be counted: openat: Permission denied")
    #expect(try container.part("documents").verifyEmpty())
    #expect(container.emptyTrash().deleted == 1)
  }

  @Test("One thing that cannot be deleted is named and does not keep the rest", .enabled(if: canProtect()))
  func failure() throws {
    let sandbox = try Sandbox()
    let container = try sandbox.open()
    let documents = container.open(gate: WriteGate()).files.documents
    for path in ["a", "f/kept", "f/z", "g/h/i"] { try documents.write(Data("x"), to: path) }
    #expect(try container.part("documents").erase().count == 4)
    let trash = try #require(try names(in: sandbox.dataRoot).first { $0.hasPrefix(".erased.") })
    let kept = sandbox.dataRoot + "/" + trash + "/f/kept"
    #expect(protect(kept, true))
    let result = container.emptyTrash()
    #expect(result.deleted == 3)
    #expect(result.failures.map(\.item) == ["\(trash)/f/kept"])
    #expect(result.failures.first?.reason == "unlinkat failed: Operation not permitted")
    let folder = try #require(try names(in: sandbox.dataRoot).first { $0.hasPrefix(".erased.") })
    #expect(protect(sandbox.dataRoot + "/" + folder + "/kept", false))
    #expect(container.emptyTrash().deleted == 1)
    #expect(try names(in: sandbox.dataRoot) == [".cleanslate-container"])
  }
}

/// Makes a file one that nobody can delete, or ends that.
private func protect(_ path: String, _ isOn: Bool) -> Bool {
  (try? Subprocess.run(["chattr", isOn ? "+i" : "-i", path], hidesErrors: true)) != nil
}

/// Protection needs a privilege and a file system that has it.
private func canProtect() -> Bool {
  guard let sandbox = try? Sandbox(), (try? write("", to: sandbox.path + "/probe")) != nil else {
    return false
  }
  return protect(sandbox.path + "/probe", true) && protect(sandbox.path + "/probe", false)
}
