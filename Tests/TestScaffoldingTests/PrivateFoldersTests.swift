import AppData
import AppRuntime
import ControlProtocol
import Foundation
import HeldResources
import TestSupport
import Testing

@testable import TestScaffolding

@Suite("The folders in which a reset looks for files") @MainActor
struct PrivateFoldersTests {
  private let home: TemporaryHome
  private let container: AppContainer

  init() throws {
    home = try TemporaryHome()
    container = try AppContainer.open(
      AppIdentity(id: "net.cleanslate.tests.folders", groups: ["group.folders"]),
      in: BaseDirectories(environment: home.environment))
  }

  private func folders(
    socket: String? = nil, arguments: [String] = ["--driven", "/tmp/states"],
    environment: [String: String] = [:]
  ) throws -> PrivateFolders? {
    let start = try Start(["--control-socket", socket ?? "\(home.root)/s"] + arguments)
    return PrivateFolders(
      of: container, start, home.environment.merging(environment) { $1 })
  }

  /// The paths below the home of the files that are new since the survey's look before.
  private func found(_ survey: inout ResourceSurvey) -> [String] {
    survey.look(at: [.file, .temporaryFile]).values.joined().map {
      "\($0.kind): \($0.name.dropFirst(home.root.count))"
    }
    .sorted()
  }

  private func write(_ path: String) throws {
    let path = "\(home.root)/\(path)"
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(atPath: "/" + folder, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: path))
  }

  @Test("are all that the app has for itself, but for the parts of its container")
  func everything() throws {
    var survey = ResourceSurvey(folders: try folders()) { _ in true }
    #expect(found(&survey) == [])
    let data = container.open(gate: WriteGate())
    try data.files.documents.write(Data("a".utf8), to: "deep/a.txt")
    try data.preferences.set("b", forKey: "b")
    try data.secrets.set(Secret("c"), for: SecretItem(.genericPassword, service: "c", account: "c"))
    try data.group("group.folders").files.write(Data("d".utf8), to: "d.txt")
    #expect(container.erase(container.parts).failures.isEmpty)
    try data.files.caches.write(Data("e".utf8), to: "e.txt")
    try data.properties.setBadgeCount(3)
    #expect(found(&survey) == [])

    let own = "cleanslate/net.cleanslate.tests.folders"
    let paths = [
      "home/.app/deep/settings", "data/\(own)/stray", "data/cleanslate/stray", "config/other",
      "cache/\(own)/stray", "state/\(own)/Other/stray", "runtime/socket", "temporary/a", "temporary/b/c/d",
      "temporary/cleanslate-0/beep",
    ]
    for path in paths { try write(path) }
    try FileManager.default.createDirectory(
      atPath: "\(home.root)/temporary/empty", withIntermediateDirectories: false)
    let expected =
      paths.dropLast().map { "\($0.hasPrefix("temporary") ? "temporaryFile" : "file"): /\($0)" }
      + ["temporaryFile: /temporary/empty"]
    #expect(found(&survey) == expected.sorted())
    #expect(found(&survey) == [])

    try FileManager.default.removeItem(atPath: "\(home.root)/temporary/b")
    #expect(found(&survey) == ["temporaryFile: /temporary/a", "temporaryFile: /temporary/empty"])
    for path in paths {
      #expect(
        FileManager.default.fileExists(atPath: "\(home.root)/\(path)") == !path.hasPrefix("temporary/b/"))
    }
  }

  @Test("are known as long as they are there, also where a file in one has gone and another kind has changed")
  func kept() throws {
    var survey = ResourceSurvey(folders: try folders()) { _ in true }
    #expect(found(&survey) == [])
    try write("home/.app/a")
    #expect(found(&survey) == ["file: /home/.app/a"])
    try FileManager.default.removeItem(atPath: "\(home.root)/home/.app/a")
    survey.lookCloser(at: .file)
    try write("temporary/x")
    #expect(survey.look(at: [.temporaryFile]).count == 1)
    try write("home/.app/b")
    #expect(found(&survey) == ["file: /home/.app/b"])
  }

  @Test("are none that others may use as well")
  func shared() throws {
    #expect(try folders(arguments: []) == nil, "no test waits for the app")
    #expect(try folders(socket: "/s") == nil, "the folder of the socket is the root")
    #expect(try folders(socket: "\(home.root)/nothing/s") == nil)
    let other = try TemporaryHome()
    var survey = ResourceSurvey(
      folders: try folders(environment: ["HOME": other.path(.home), "TMPDIR": other.path(.temporary)])
    ) { _ in true }
    #expect(found(&survey) == [])
    for folder in [TemporaryHome.Folder.home, .temporary] {
      try Data().write(to: URL(filePath: other.path(folder) + "/file"))
      try Data().write(to: URL(filePath: home.path(folder) + "/file"))
    }
    #expect(found(&survey) == [], "those that the app does not use are not looked at either")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.root)
    #expect(try folders() == nil, "others can enter")
  }
}

/// A private folder with one file in it, and the survey that looks there.
private func surveyOfFolder() throws -> (home: TemporaryHome, path: String, survey: ResourceSurvey) {
  let home = try TemporaryHome()
  let path = home.path(.home)
  try Data().write(to: URL(filePath: path + "/a"))
  let folders = PrivateFolders(at: home.root, [.init(path, .file)], besides: [:])
  return (home, path, ResourceSurvey(folders: folders) { _ in true })
}

@Suite("A folder that cannot be read")
struct UnreadFolderTests {
  @Test("is listed itself, until what is in it can be")
  func unread() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let (home, path, begun) = try surveyOfFolder()
        // The folder goes with it.
        defer { withExtendedLifetime(home) {} }
        var survey = begun
        func found() -> [String]? { survey.look(at: [.file])[.file]?.map(\.name) }
        // Root may read everything, and another user has to reach the folder.
        let user = geteuid()
        try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: home.root)
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        #expect(user != 0 || seteuid(65_534) == 0)
        #expect(found() == [path])
        #expect(found() == nil && survey.unlisted == [])
        #expect(seteuid(user) == 0)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        #expect(found() == [path + "/a"])
      }
    }
  }

  @Test("is no leak where the process can open nothing more, and said not to be listed")
  func exhausted() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let (home, path, begun) = try surveyOfFolder()
        // The folder goes with it.
        defer { withExtendedLifetime(home) {} }
        var survey = begun
        withoutNewDescriptors {
          for _ in 1...2 {
            #expect(survey.look(at: [.file]) == [:])
            #expect(survey.unlisted == [.file] && survey.listStillThere(.file) == nil)
          }
        }
        #expect(survey.look(at: [.file])[.file]?.map(\.name) == [path + "/a"])
        #expect(survey.unlisted == [])
      }
    }
  }
}
