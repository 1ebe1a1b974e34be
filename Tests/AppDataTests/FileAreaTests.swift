import AppData
import Foundation
import Testing

@Suite struct FileAreaTests {
  @Test("What is written is read back, replaced, listed and removed")
  func roundTrip() throws {
    let sandbox = try Sandbox()
    let area = try sandbox.open().open(gate: WriteGate()).files.documents
    #expect(try area.list() == [])
    #expect(try !area.exists("a.txt"))
    try area.write(Data("one"), to: "a.txt")
    try area.write(Data("two"), to: "letters/2024/b.txt")
    try area.write(Data("three"), to: "a.txt")
    #expect(try area.read("a.txt") == Data("three"))
    #expect(try area.read("letters/2024/b.txt") == Data("two"))
    #expect(try area.list() == ["a.txt", "letters/2024/b.txt"])
    #expect(try area.exists("letters/2024"))
    try area.remove("a.txt")
    #expect(throws: AppDataError.noSuchFile("documents/a.txt")) { try area.read("a.txt") }
    #expect(throws: AppDataError.noSuchFile("documents/a.txt")) { try area.remove("a.txt") }
    #expect(try area.list() == ["letters/2024/b.txt"])
  }

  @Test("A file is dated by the clock that the data was opened with")
  func dates() throws {
    let sandbox = try Sandbox()
    let container = try sandbox.open()
    let area = container.open(gate: WriteGate()) { Date(timeIntervalSince1970: 1_777_896_000.5) }.files
      .documents
    try area.write(Data("one"), to: "deep/a.txt")
    let folder = try #require(container.folders.first { $0.parts.contains("Documents") })
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/Documents/deep/a.txt")
    #expect(attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 1_777_896_000.5))
  }

  @Test("Contents of no byte and of several megabytes come back whole")
  func sizes() throws {
    let sandbox = try Sandbox()
    let area = try sandbox.open().open(gate: WriteGate()).files.caches
    let large = Data(repeating: 7, count: 1_500_000) + Data("middle") + Data(repeating: 9, count: 1_500_001)
    try area.write(Data(), to: "empty")
    try area.write(large, to: "large")
    #expect(try area.read("empty") == Data())
    #expect(try area.read("large") == large)
  }

  @Test("What is larger than what is read is not written either")
  func tooLarge() throws {
    let sandbox = try Sandbox()
    let area = try sandbox.open().open(gate: WriteGate()).files.documents
    #expect(throws: AppDataError.systemFailure(action: "write", place: "documents/a", code: EFBIG)) {
      try area.write(Data(count: 1 << 30 + 1), to: "a")
    }
    #expect(try area.list() == [])
  }

  @Test("What others have put into an area that was empty is counted when it is erased")
  func foreignFiles() throws {
    let sandbox = try Sandbox()
    let container = try sandbox.open()
    let area = container.open(gate: WriteGate()).files.documents
    try area.write(Data("x"), to: "a")
    #expect(try container.part("documents").erase().count == 1)
    try area.write(Data("x"), to: "a")
    try area.remove("a")
    for name in ["b", "c", "d"] { try write("x", to: sandbox.dataRoot + "/Documents/\(name)") }
    #expect(try container.part("documents").erase().count == 3)
  }

  @Test("What is larger than memory may be is not read: the error says so, and the file stays")
  func endlessFile() throws {
    let sandbox = try Sandbox()
    try makeFolder(sandbox.configRoot + "/Preferences")
    try write(
      "CleanSlate container\nformat 1\napp net.example.sample\n",
      to: sandbox.configRoot + "/.cleanslate-container")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: sandbox.configRoot)
    let data = try sandbox.open().open(gate: WriteGate())
    try data.files.documents.write(Data("x"), to: "a")
    let reason = "it has 1099511627776 bytes, and 1073741824 are the most that are read"
    try write("x", to: sandbox.configRoot + "/Preferences/values.plist")
    for file in [sandbox.dataRoot + "/Documents/a", sandbox.configRoot + "/Preferences/values.plist"] {
      #expect(truncate(file, 1 << 40) == 0)
    }
    #expect(throws: AppDataError.damagedFile("documents/a", reason: reason)) {
      try data.files.documents.read("a")
    }
    #expect(
      throws: AppDataError.damagedFile(sandbox.configRoot + "/Preferences/values.plist", reason: reason)
    ) {
      try data.preferences.keys
    }
    #expect(try data.files.documents.size(of: "a") == 1 << 40)
  }

  @Test("Documents and Library lie in the data base, Caches in the cache base, all for the user alone")
  func places() throws {
    let sandbox = try Sandbox()
    let files = try sandbox.open().open(gate: WriteGate()).files
    try files.documents.write(Data("d"), to: "f")
    try files.library.write(Data("l"), to: "f")
    try files.caches.write(Data("c"), to: "f")
    for path in [
      sandbox.dataRoot + "/Documents", sandbox.dataRoot + "/Library", sandbox.cacheRoot + "/Caches",
    ] {
      #expect(permissions(of: path) == 0o700)
      #expect(permissions(of: path + "/f") == 0o600)
    }
  }

  @Test(
    "A path that is absolute, goes up, or has empty names or a NUL is refused",
    arguments: [
      "", "/", "/etc/passwd", "..", "../x", "a/../../x", "a//b", "a/", "./a", "a/.", "a\0b",
      "..\u{2F}\u{301}x", "a/\u{301}/../..",
    ])
  func badPaths(_ path: String) throws {
    let sandbox = try Sandbox()
    let area = try sandbox.open().open(gate: WriteGate()).files.documents
    #expect(throws: AppDataError.self) { try area.write(Data(), to: path) }
    #expect(throws: AppDataError.self) { try area.read(path) }
    #expect(throws: AppDataError.self) { try area.remove(path) }
    #expect(throws: AppDataError.self) { try area.exists(path) }
    #expect(!isThere(sandbox.dataRoot + "/Documents"))
  }

  @Test("A slash that carries a combining mark still parts two names")
  func combiningMark() throws {
    let sandbox = try Sandbox()
    let area = try sandbox.open().open(gate: WriteGate()).files.documents
    try area.write(Data("x"), to: "a/\u{301}b")
    #expect(isThere(sandbox.dataRoot + "/Documents/a/\u{301}b"))
    #expect(throws: AppDataError.self) { try area.write(Data("x"), to: "x/../\u{301}b") }
  }

  @Test("A file that is named like the container's own work is an ordinary file")
  func likeTemporaryFiles() throws {
    let sandbox = try Sandbox()
    try sandbox.open().open(gate: WriteGate()).files.documents.write(Data("x"), to: ".writing.1")
    #expect(try sandbox.open().open(gate: WriteGate()).files.documents.list() == [".writing.1"])
  }

  @Test("Links inside an area are neither read through nor written through")
  func links() throws {
    let sandbox = try Sandbox()
    let decoy = try sandbox.makeDecoy()
    let area = try sandbox.open().open(gate: WriteGate()).files.documents
    try area.write(Data("x"), to: "own.txt")
    try link(sandbox.dataRoot + "/Documents/out", to: decoy.path)
    try link(sandbox.dataRoot + "/Documents/c.txt", to: decoy.path + "/c.txt")
    #expect(throws: AppDataError.notAFolder("documents/out/c.txt")) { try area.read("out/c.txt") }
    #expect(throws: AppDataError.notAFolder("documents/out/c.txt")) {
      try area.write(Data("gone"), to: "out/c.txt")
    }
    #expect(throws: AppDataError.notAFolder("documents/out/c.txt")) { try area.remove("out/c.txt") }
    #expect(throws: AppDataError.notAFile("documents/c.txt")) { try area.read("c.txt") }
    try area.write(Data("gone"), to: "c.txt")
    #expect(try area.read("c.txt") == Data("gone"))
    try area.remove("out")
    #expect(try area.list() == ["c.txt", "own.txt"])
    #expect(decoy.isUntouched)
  }

  @Test("A failed write leaves nothing behind")
  func failedWrite() throws {
    let sandbox = try Sandbox()
    let area = try sandbox.open().open(gate: WriteGate()).files.documents
    try area.write(Data("x"), to: "folder/file")
    #expect(throws: AppDataError.notAFile("documents/folder")) { try area.write(Data(), to: "folder") }
    #expect(throws: AppDataError.notAFolder("documents/folder/file/x")) {
      try area.write(Data(), to: "folder/file/x")
    }
    let long = String(repeating: "n", count: 256)
    #expect(throws: AppDataError.systemFailure(action: "write", place: "documents/\(long)", code: 36)) {
      try area.write(Data("x"), to: long)
    }
    #expect(try names(in: sandbox.dataRoot) == [".cleanslate-container", "Documents"])
  }

  @Test("What a killed write left behind is gone after the next opening")
  func unfinishedWrites() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.open()
    try write("half", to: sandbox.dataRoot + "/.writing.abc")
    let container = try sandbox.open()
    #expect(try names(in: sandbox.dataRoot) == [".cleanslate-container"])
    withExtendedLifetime(container) {}
  }

  @Test("A reader never sees a torn file while a writer replaces it")
  func neverTorn() async throws {
    let sandbox = try Sandbox()
    let data = try sandbox.open().open(gate: WriteGate())
    let contents = (0..<8).map { Data(repeating: UInt8($0), count: 50_000 + $0) }
    try data.files.documents.write(contents[0], to: "f")
    try data.preferences.set(contents[0], forKey: "k")
    let values = sandbox.configRoot + "/Preferences/values.plist"
    let path = sandbox.dataRoot + "/Documents/f"
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 0..<150 {
          #expect(throws: Never.self) {
            try data.files.documents.write(contents[round % 8], to: "f")
            try data.preferences.set(contents[round % 8], forKey: "k")
          }
        }
      }
      group.addTask {
        for _ in 0..<150 {
          #expect((try? Data(contentsOf: URL(fileURLWithPath: path))).map(contents.contains) == true)
          let list = (try? Data(contentsOf: URL(fileURLWithPath: values))).flatMap {
            try? PropertyListSerialization.propertyList(from: $0, format: nil) as? [String: Data]
          }
          #expect(list?["k"].map(contents.contains) == true)
        }
      }
    }
  }

  @Test("A file is set aside as a copy that takes no other's place, and once")
  func setAside() throws {
    let sandbox = try Sandbox()
    let area = try sandbox.open().open(gate: WriteGate()).files.documents
    var places: [String] = []
    for text in ["one", "one", "two"] {
      try area.write(Data(text), to: "deep/a.txt")
      places.append(try area.setAside("deep/a.txt", in: "aside"))
    }
    #expect(places == ["aside/a.txt", "aside/a.txt", "aside/2/a.txt"])
    #expect(try area.list() == ["aside/2/a.txt", "aside/a.txt", "deep/a.txt"])
    #expect(try area.read("aside/a.txt") == Data("one"))
    #expect(throws: AppDataError.noSuchFile("documents/b")) { try area.setAside("b", in: "aside") }
  }

  @Test("The size of a file is known without reading it, that of a folder is none")
  func size() throws {
    let sandbox = try Sandbox()
    let area = try sandbox.open().open(gate: WriteGate()).files.documents
    try area.write(Data("three"), to: "deep/a.txt")
    #expect(try area.size(of: "deep/a.txt") == 5)
    #expect(try area.size(of: "deep") == nil)
    #expect(try area.size(of: "deep/b.txt") == nil)
  }
}
