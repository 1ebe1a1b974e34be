import Foundation
import Glibc
import OperatingSystem
import Synchronization
import TestSupport
import Testing

@Suite struct TemporaryHomeTests {
  @Test("Every folder exists and is open to its owner only")
  func privateFolders() throws {
    let home = try TemporaryHome()
    for path in [home.root] + TemporaryHome.Folder.allCases.map(home.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o700, "\(path)")
    }
  }

  @Test("The environment is complete and pinned")
  func environment() throws {
    let home = try TemporaryHome()
    #expect(
      home.environment.filter { !Sanitizer.variables.contains($0.key) } == [
        "HOME": home.root + "/home", "XDG_DATA_HOME": home.root + "/data",
        "XDG_CONFIG_HOME": home.root + "/config", "XDG_CACHE_HOME": home.root + "/cache",
        "XDG_STATE_HOME": home.root + "/state", "XDG_RUNTIME_DIR": home.root + "/runtime",
        "TMPDIR": home.root + "/temporary", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "TZ": "UTC",
      ])
  }

  @Test("The tree lists files and links, sorted, and does not look through a link")
  func tree() throws {
    let home = try TemporaryHome()
    let files = FileManager.default
    try files.createDirectory(atPath: home.path(.data) + "/app", withIntermediateDirectories: false)
    #expect(try home.tree() == [])
    try Data().write(to: URL(filePath: home.path(.data) + "/app/saved"))
    try Data().write(to: URL(filePath: home.path(.config) + "/.hidden"))
    try files.createSymbolicLink(atPath: home.path(.home) + "/link", withDestinationPath: "/usr")
    #expect(try home.tree() == ["config/.hidden", "data/app/saved", "home/link"])
  }

  @Test("is listed while folders in it come and go")
  func changing() throws {
    let home = try TemporaryHome()
    let folder = home.path(.data) + "/deep"
    let isOver = Atomic(false)
    try Data().write(to: URL(filePath: home.path(.home) + "/stays"))
    let work = try SystemThread {
      while !isOver.load(ordering: .relaxed) {
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try? FileManager.default.removeItem(atPath: folder)
      }
    }
    for _ in 1...2_000 { #expect(try home.tree() == ["home/stays"]) }
    isOver.store(true, ordering: .relaxed)
    work.join()
  }

  @Test("Removing takes away unreadable folders, and a second time does nothing")
  func removesUnreadable() throws {
    let home = try TemporaryHome()
    let locked = home.path(.data) + "/locked"
    try FileManager.default.createDirectory(atPath: locked + "/inner", withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: locked + "/inner/file"))
    #expect(chmod(locked + "/inner", 0) == 0)
    #expect(chmod(locked, 0) == 0)
    try home.remove()
    #expect(!FileManager.default.fileExists(atPath: home.root))
    try home.remove()
  }

  @Test("Removing leaves what a link points to untouched")
  func keepsTargetsOfLinks() throws {
    let home = try TemporaryHome()
    let outside = try TemporaryHome()
    let kept = outside.path(.data) + "/kept"
    try Data().write(to: URL(filePath: kept))
    #expect(chmod(outside.path(.data), 0o500) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: home.path(.home) + "/link", withDestinationPath: outside.path(.data))
    try home.remove()
    #expect(try outside.tree() == ["data/kept"])
    let attributes = try FileManager.default.attributesOfItem(atPath: outside.path(.data))
    #expect(attributes[.posixPermissions] as? Int == 0o500)
  }

  @Test("A forgotten home removes itself")
  func removesItself() throws {
    let root = try TemporaryHome().root
    #expect(!FileManager.default.fileExists(atPath: root))
  }
}
