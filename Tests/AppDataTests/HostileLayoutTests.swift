import AppData
import Foundation
import Glibc
import Testing

@Suite struct HostileLayoutTests {
  private func containerWithFile(_ sandbox: Sandbox) throws -> AppContainer {
    let container = try sandbox.open()
    try container.open(gate: WriteGate()).files.documents.write(Data("x"), to: "a")
    return container
  }

  @Test("A root that a link to somebody's home replaced is not erased, and neither is the home")
  func rootReplacedByLink() throws {
    let sandbox = try Sandbox()
    let decoy = try sandbox.makeDecoy()
    let container = try containerWithFile(sandbox)
    #expect(rename(sandbox.dataRoot, sandbox.path + "/moved") == 0)
    try link(sandbox.dataRoot, to: decoy.path)
    let report = container.erase(container.parts)
    #expect(report.count == 0)
    // Eight parts lie in the data root; the others have no root yet.
    #expect(report.failures.count == 7)
    let place = "\(sandbox.dataRoot) is not the container that was opened: "
    #expect(
      report.failures.allSatisfy { $0.reason.hasPrefix(place + "a symbolic link or a file took its place") })
    #expect(container.emptyTrash().failures.count == 1)
    #expect(decoy.isUntouched)
    #expect(try snapshot(sandbox.path + "/moved/Documents") == ["a": "x"])
  }

  @Test("A root that another folder replaced is not erased, not even one with a good marker")
  func rootReplacedByFolder() throws {
    let sandbox = try Sandbox()
    let container = try containerWithFile(sandbox)
    #expect(rename(sandbox.dataRoot, sandbox.path + "/moved") == 0)
    try FileManager.default.copyItem(atPath: sandbox.path + "/moved", toPath: sandbox.dataRoot)
    let result = try container.part("documents").erase()
    #expect(result.count == 0)
    #expect(result.failures.map(\.item) == [sandbox.dataRoot + "/Documents"])
    #expect(container.emptyTrash().failures.count == 1)
    #expect(try snapshot(sandbox.path + "/moved/Documents") == ["a": "x"])
    #expect(try snapshot(sandbox.dataRoot + "/Documents") == ["a": "x"])
  }

  @Test(
    "A root whose marker is gone, changed, replaced, a link or a folder is not erased",
    arguments: ["gone", "changed", "replaced", "link", "folder"])
  func marker(_ change: String) throws {
    let sandbox = try Sandbox()
    let container = try containerWithFile(sandbox)
    let marker = sandbox.dataRoot + "/.cleanslate-container"
    let good = "CleanSlate container\nformat 1\napp net.example.sample\n"
    switch change {
    case "changed":
      let file = open(marker, O_WRONLY)
      #expect(pwrite(file, "X", 1, 0) == 1)
      close(file)
    default:
      #expect(unlink(marker) == 0)
      if change == "replaced" { try write(good, to: marker) }
      if change == "link" {
        try write(good, to: sandbox.path + "/good")
        try link(marker, to: sandbox.path + "/good")
      }
      if change == "folder" { try makeFolder(marker) }
    }
    let result = try container.part("documents").erase()
    #expect(result.count == 0)
    #expect(result.failures.count == 1)
    #expect(container.emptyTrash().failures.count == 1)
    #expect(try snapshot(sandbox.dataRoot + "/Documents") == ["a": "x"])
  }

  @Test("Links in an area are counted and removed themselves; what they lead to is untouched")
  func linksInside() throws {
    let sandbox = try Sandbox()
    let decoy = try sandbox.makeDecoy()
    let container = try containerWithFile(sandbox)
    let documents = sandbox.dataRoot + "/Documents"
    try link(documents + "/home", to: decoy.path)
    try link(documents + "/file", to: decoy.path + "/c.txt")
    try link(documents + "/up", to: "../../../../..")
    try link(documents + "/dangling", to: "/nowhere")
    let part = try container.part("documents")
    #expect(try part.inventory().entries.map(\.key) == ["a", "dangling", "file", "home", "up"])
    #expect(part.erase() == ErasureResult(part: "documents", count: 5))
    #expect(container.emptyTrash().deleted == 5)
    #expect(try names(in: sandbox.dataRoot) == [".cleanslate-container"])
    #expect(decoy.isUntouched)
  }

  @Test("A link in the place of an area or of the preferences is told of, removed itself and not followed")
  func areaReplacedByLink() throws {
    let sandbox = try Sandbox()
    let decoy = try sandbox.makeDecoy()
    let container = try containerWithFile(sandbox)
    let data = container.open(gate: WriteGate())
    try data.preferences.set(1, forKey: "k")
    for path in [sandbox.dataRoot + "/Documents", sandbox.configRoot + "/Preferences"] {
      try FileManager.default.removeItem(atPath: path)
      try link(path, to: decoy.path + "/Documents")
    }
    let place = AppDataError.notAFolder(sandbox.dataRoot + "/Documents")
    #expect(throws: place) { try data.files.documents.read("a.txt") }
    #expect(throws: place) { try data.files.documents.list() }
    #expect(throws: AppDataError.notAFolder("documents/n")) {
      try data.files.documents.write(Data("x"), to: "n")
    }
    #expect(throws: AppDataError.notAFolder(sandbox.configRoot + "/Preferences")) {
      try data.preferences.set(2, forKey: "k")
    }
    #expect(throws: place) { try container.part("documents").verifyEmpty() }
    for name in ["documents", "preferences"] {
      let result = try container.part(name).erase()
      #expect(result.count == 1)
      #expect(result.failures.count == 1)
      #expect(try container.part(name).verifyEmpty())
    }
    #expect(container.emptyTrash().deleted == 2)
    #expect(decoy.isUntouched)
  }

  @Test("A hard link to a file outside is removed; the file keeps its contents")
  func hardLink() throws {
    let sandbox = try Sandbox()
    let decoy = try sandbox.makeDecoy()
    let container = try containerWithFile(sandbox)
    let documents = sandbox.dataRoot + "/Documents"
    #expect(Glibc.link(decoy.path + "/c.txt", documents + "/c.txt") == 0)
    try container.open(gate: WriteGate()).files.documents.write(Data("new"), to: "c.txt")
    #expect(decoy.isUntouched)
    #expect(Glibc.link(decoy.path + "/c.txt", documents + "/d.txt") == 0)
    #expect(try container.part("documents").inventory().count == 3)
    #expect(try container.part("documents").erase().count == 3)
    #expect(container.emptyTrash().deleted == 3)
    #expect(decoy.isUntouched)
  }

  @Test("A link in the trash's place is removed itself")
  func linkInTrash() throws {
    let sandbox = try Sandbox()
    let decoy = try sandbox.makeDecoy()
    let container = try containerWithFile(sandbox)
    try link(sandbox.dataRoot + "/.erased.home", to: decoy.path)
    #expect(container.emptyTrash().deleted == 1)
    #expect(decoy.isUntouched)
  }

  @Test("Pipes and sockets in an area are counted and deleted without being opened")
  func pipes() throws {
    let sandbox = try Sandbox()
    let container = try containerWithFile(sandbox)
    #expect(mkfifo(sandbox.dataRoot + "/Documents/pipe", 0o600) == 0)
    #expect(mknod(sandbox.dataRoot + "/Documents/socket", S_IFSOCK | 0o600, 0) == 0)
    let documents = container.open(gate: WriteGate()).files.documents
    for name in ["pipe", "socket"] {
      #expect(throws: AppDataError.notAFile("documents/\(name)")) { try documents.read(name) }
    }
    #expect(try container.part("documents").inventory().count == 3)
    #expect(try container.part("documents").erase().count == 3)
    #expect(container.emptyTrash().deleted == 3)
  }
}
