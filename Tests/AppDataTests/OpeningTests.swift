import AppData
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct OpeningTests {
  @Test("Opening makes the data root with its marker for the user alone, and nothing else")
  func emptyApp() throws {
    let sandbox = try Sandbox()
    let container = try sandbox.open()
    #expect(try names(in: sandbox.dataRoot) == [".cleanslate-container"])
    #expect(permissions(of: sandbox.dataRoot) == 0o700)
    #expect(permissions(of: sandbox.dataRoot + "/.cleanslate-container") == 0o600)
    #expect(
      FileManager.default.contents(atPath: sandbox.dataRoot + "/.cleanslate-container")
        == Data("CleanSlate container\nformat 1\napp net.example.sample\n"))
    #expect(!isThere(sandbox.configRoot))
    #expect(!isThere(sandbox.cacheRoot))
    #expect(!isThere(sandbox.stateRoot))
    withExtendedLifetime(container) {}
  }

  @Test("A container is opened again with everything in it")
  func reopening() throws {
    let sandbox = try Sandbox()
    try sandbox.open().open(gate: WriteGate()).files.documents.write(Data("x"), to: "a/b.txt")
    #expect(try sandbox.open().open(gate: WriteGate()).files.documents.read("a/b.txt") == Data("x"))
  }

  @Test("A second opening is refused with the holder's process, until the first is gone")
  func exclusive() throws {
    let sandbox = try Sandbox()
    var first: AppContainer? = try sandbox.open()
    #expect(throws: AppDataError.containerInUse(folder: sandbox.dataRoot, by: getpid())) {
      try sandbox.open()
    }
    withExtendedLifetime(first) {}
    first = nil
    _ = try sandbox.open()
  }

  @Test("Who has another place for documents only does not get the preferences of one that runs")
  func sharedPreferences() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.open()
    try first.open(gate: WriteGate()).preferences.set("mine", forKey: "name")
    let environment = ["HOME": sandbox.path + "/home", "XDG_DATA_HOME": sandbox.path + "/elsewhere"]
    #expect(throws: AppDataError.containerInUse(folder: sandbox.configRoot, by: getpid())) {
      try AppContainer.open(sandbox.identity, in: BaseDirectories(environment: environment))
    }
    withExtendedLifetime(first) {}
  }

  @Test("One folder may be the place for everything")
  func onePlace() throws {
    let sandbox = try Sandbox()
    let all = sandbox.path + "/all"
    let environment = [
      "HOME": sandbox.path + "/home", "XDG_DATA_HOME": all, "XDG_CONFIG_HOME": all, "XDG_CACHE_HOME": all,
      "XDG_STATE_HOME": all,
    ]
    for _ in 1...2 {
      let container = try AppContainer.open(
        sandbox.identity, in: BaseDirectories(environment: environment))
      let data = container.open(gate: WriteGate())
      try data.preferences.set("mine", forKey: "name")
      try data.files.caches.write(Data("x"), to: "a.txt")
      #expect(container.folders.map(\.path) == [all + "/cleanslate/net.example.sample"])
      #expect(container.erase(container.parts).results.reduce(0) { $0 + $1.count } == 2)
    }
  }

  @Test("The holder is found in a list of locks that comes in many pieces")
  func manyLocks() throws {
    let sandbox = try Sandbox()
    let first = try sandbox.open()
    let others = try (0..<300).map { number in
      let path = "\(sandbox.path)/lock-\(number)"
      try write("", to: path)
      let file = try #require(FileHandle(forReadingAtPath: path))
      #expect(flock(file.fileDescriptor, LOCK_EX) == 0)
      return file
    }
    #expect(throws: AppDataError.containerInUse(folder: sandbox.dataRoot, by: getpid())) {
      try sandbox.open()
    }
    withExtendedLifetime((first, others)) {}
  }

  @Test("A handle alone keeps the container locked")
  func handleKeepsLock() throws {
    let sandbox = try Sandbox()
    let handle = try sandbox.open().open(gate: WriteGate())
    #expect(throws: AppDataError.self) { try sandbox.open() }
    withExtendedLifetime(handle) {}
  }

  @Test("Another process that holds the lock is named")
  func otherProcess() async throws {
    let sandbox = try Sandbox()
    _ = try sandbox.open()
    let holder = try ChildProcess(
      "/usr/bin/flock", [sandbox.dataRoot + "/.cleanslate-container", "sh", "-c", "echo ready; read line"],
      environment: [:])
    try await holder.waitForOutput { $0 == "ready\n" }
    #expect(throws: AppDataError.containerInUse(folder: sandbox.dataRoot, by: holder.processID)) {
      try sandbox.open()
    }
    holder.closeInput()
    try await holder.waitForExit()
    _ = try sandbox.open()
  }

  @Test("An empty folder is taken, as is one where a killed process left an empty marker")
  func unfinishedCreation() throws {
    let sandbox = try Sandbox()
    try makeFolder(sandbox.dataRoot)
    try write("", to: sandbox.dataRoot + "/.cleanslate-container")
    try makeFolder(sandbox.configRoot)
    try sandbox.open().open(gate: WriteGate()).preferences.set(1, forKey: "a")
    #expect(isThere(sandbox.configRoot + "/.cleanslate-container"))
  }

  @Test("A marker that was cut off is written anew, if it is alone in its folder", arguments: [1, 30, 52])
  func cutOffMarker(_ length: Int) throws {
    let marker = "CleanSlate container\nformat 1\napp net.example.sample\n"
    let sandbox = try Sandbox()
    try makeFolder(sandbox.dataRoot)
    try write(String(marker.prefix(length)), to: sandbox.dataRoot + "/.cleanslate-container")
    _ = try sandbox.open()
    #expect(try snapshot(sandbox.dataRoot) == [".cleanslate-container": marker])
    try write(String(marker.prefix(length)), to: sandbox.dataRoot + "/.cleanslate-container")
    try write("mine", to: sandbox.dataRoot + "/thesis.txt")
    #expect(throws: AppDataError.unmarkedFolder(sandbox.dataRoot)) { try sandbox.open() }
  }

  @Test("An empty marker that has a second name is somebody's file, and is not written to")
  func linkedMarker() throws {
    let sandbox = try Sandbox()
    try makeFolder(sandbox.dataRoot)
    try write("", to: sandbox.path + "/mine")
    #expect(Glibc.link(sandbox.path + "/mine", sandbox.dataRoot + "/.cleanslate-container") == 0)
    #expect(throws: AppDataError.markerNotAFile(folder: sandbox.dataRoot)) { try sandbox.open() }
    #expect(try Data(contentsOf: URL(filePath: sandbox.path + "/mine")) == Data())
  }

  @Test("A file in the place of a base, or on the way to it, is named and left; the rest can be used")
  func fileForBase() throws {
    for (place, target) in [("/home/.config", nil), ("/home/.local", nil), ("/home/.local", "/nowhere")] {
      let sandbox = try Sandbox()
      try makeFolder(sandbox.path + "/home")
      if let target { try link(sandbox.path + place, to: sandbox.path + target) }
      try write("mine", to: sandbox.path + (target ?? place))
      if target != nil { try FileManager.default.removeItem(atPath: sandbox.path + "/nowhere") }
      if place.hasSuffix("local") {
        #expect(throws: AppDataError.notAFolder(sandbox.path + place)) { try sandbox.open() }
      } else {
        let data = try sandbox.open().open(gate: WriteGate())
        #expect(try data.preferences.keys == [])
        #expect(throws: AppDataError.notAFolder(sandbox.path + place)) {
          try data.preferences.set(1, forKey: "a")
        }
        try data.files.documents.write(Data("x"), to: "a")
      }
      let kept = try? Data(contentsOf: URL(filePath: sandbox.path + place))
      #expect(target == nil ? kept == Data("mine") : kept == nil && !isThere(sandbox.path + "/nowhere"))
    }
  }

  @Test("A folder with contents and no marker is refused and left as it is")
  func unmarked() throws {
    let sandbox = try Sandbox()
    try makeFolder(sandbox.dataRoot)
    try write("mine", to: sandbox.dataRoot + "/thesis.txt")
    #expect(throws: AppDataError.unmarkedFolder(sandbox.dataRoot)) { try sandbox.open() }
    #expect(try snapshot(sandbox.dataRoot) == ["thesis.txt": "mine"])
    try write("", to: sandbox.dataRoot + "/.cleanslate-container")
    #expect(throws: AppDataError.unmarkedFolder(sandbox.dataRoot)) { try sandbox.open() }
    #expect(try snapshot(sandbox.dataRoot) == ["thesis.txt": "mine", ".cleanslate-container": ""])
  }

  @Test("An unmarked folder below any of the other bases is refused at opening, too")
  func unmarkedElsewhere() throws {
    for root in [\Sandbox.configRoot, \.cacheRoot, \.stateRoot] {
      let sandbox = try Sandbox()
      try makeFolder(sandbox[keyPath: root])
      try write("mine", to: sandbox[keyPath: root] + "/thesis.txt")
      #expect(throws: AppDataError.unmarkedFolder(sandbox[keyPath: root])) { try sandbox.open() }
    }
  }

  @Test("A marker that names another app, another format or a group is refused")
  func foreignMarker() throws {
    for text in ["app net.example.other", "app net.example.sample2", "group net.example.sample"] {
      let sandbox = try Sandbox()
      try makeFolder(sandbox.dataRoot)
      try write("CleanSlate container\nformat 1\n\(text)\n", to: sandbox.dataRoot + "/.cleanslate-container")
      #expect(
        throws: AppDataError.foreignMarker(
          folder: sandbox.dataRoot, expected: "CleanSlate container, format 1, app net.example.sample",
          found: "CleanSlate container, format 1, \(text)")
      ) { try sandbox.open() }
    }
  }

  @Test("A marker that is a link, a folder or a pipe is refused, even if it leads to a good one")
  func markerKinds() throws {
    for kind in ["link", "folder", "pipe"] {
      let sandbox = try Sandbox()
      let marker = sandbox.dataRoot + "/.cleanslate-container"
      try makeFolder(sandbox.dataRoot)
      switch kind {
      case "link":
        try write("CleanSlate container\nformat 1\napp net.example.sample\n", to: sandbox.path + "/good")
        try link(marker, to: sandbox.path + "/good")
      case "folder": try makeFolder(marker)
      default: #expect(mkfifo(marker, 0o600) == 0)
      }
      #expect(throws: AppDataError.markerNotAFile(folder: sandbox.dataRoot)) { try sandbox.open() }
    }
  }

  @Test("A root, or the folder above it, that is a link is refused, and what it leads to is untouched")
  func linkedRoot() throws {
    for levels in [0, 1] {
      let sandbox = try Sandbox()
      let decoy = try sandbox.makeDecoy()
      let place = levels == 0 ? sandbox.bases.data + "/cleanslate" : sandbox.dataRoot
      try makeFolder((place as NSString).deletingLastPathComponent)
      try link(place, to: decoy.path)
      #expect(throws: AppDataError.notAFolder(place)) { try sandbox.open() }
      #expect(decoy.isUntouched)
    }
  }

  @Test(
    "A folder that others may write is refused with the command that helps, and left as it is",
    arguments: [0o777, 0o770, 0o702] as [Int])
  func writableByOthers(mode: Int) throws {
    for level in 0...2 {
      let sandbox = try Sandbox(groups: ["group.net.example"])
      try sandbox.open().open(gate: WriteGate()).group("group.net.example").files.write(Data("x"), to: "a")
      let folder = [
        sandbox.dataRoot, sandbox.bases.data + "/cleanslate", sandbox.groupRoot("group.net.example"),
      ][level]
      let before = try snapshot(sandbox.path)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder)
      let error = #expect(throws: AppDataError.self) { try sandbox.open() }
      #expect(error == .writableByOthers(folder: folder, permissions: UInt32(mode)))
      #expect(
        error?.description == """
          Others may write to \(folder): its permissions are \(String(mode, radix: 8)). \
          Look at what is in it, then run: chmod 700 "\(folder)"
          """)
      #expect(try snapshot(sandbox.path) == before)
      #expect(permissions(of: folder) == UInt32(mode))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
      _ = try sandbox.open()
    }
  }

  @Test("A base that is a link is followed, but not to the root of the file system")
  func linkedBase() throws {
    let sandbox = try Sandbox()
    try makeFolder(sandbox.path + "/elsewhere")
    try link(sandbox.path + "/base", to: sandbox.path + "/elsewhere")
    try link(sandbox.path + "/slash", to: "/")
    let home = sandbox.path + "/home"
    let good = try BaseDirectories(environment: ["HOME": home, "XDG_DATA_HOME": sandbox.path + "/base"])
    _ = try AppContainer.open(sandbox.identity, in: good)
    #expect(isThere(sandbox.path + "/elsewhere/cleanslate/net.example.sample"))
    let bad = try BaseDirectories(environment: ["HOME": home, "XDG_DATA_HOME": sandbox.path + "/slash"])
    let error = #expect(throws: AppDataError.self) { try AppContainer.open(sandbox.identity, in: bad) }
    #expect(error?.description.hasPrefix("XDG_DATA_HOME=\"\(sandbox.path)/slash\" cannot be used") == true)
    #expect(!isThere("/cleanslate"))
  }

  @Test("All four bases may be one folder, also by a link", arguments: ["/one", "/link", "/link/new"])
  func oneBase(other: String) throws {
    let sandbox = try Sandbox()
    try makeFolder(sandbox.path + "/one")
    try link(sandbox.path + "/link", to: sandbox.path + "/one")
    let names = ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"]
    let bases = try BaseDirectories(
      environment: Dictionary(
        uniqueKeysWithValues: names.enumerated().map {
          ($1, sandbox.path + ($0 > 0 ? other : other == "/link/new" ? "/one/new" : "/one"))
        }))
    let container = try AppContainer.open(sandbox.identity, in: bases)
    let data = container.open(gate: WriteGate())
    try data.files.documents.write(Data("x"), to: "a")
    try data.files.caches.write(Data("x"), to: "a")
    try data.preferences.set("x", forKey: "a")
    try data.properties.setBadgeCount(3)
    let report = container.erase(container.parts)
    #expect(report.count == 4)
    #expect(report.failures == [])
    #expect(container.emptyTrash().deleted == 4)
  }
}
