import AppData
import Foundation
import Glibc
import TestSupport

/// A folder of one test's own with base directories in it, gone with its last reference.
final class Sandbox: Sendable {
  private let folder: TestFolder
  let bases: BaseDirectories
  let identity: AppIdentity

  init(groups: [String] = []) throws {
    folder = try TestFolder()
    bases = try BaseDirectories(environment: ["HOME": folder.path + "/home"])
    identity = try AppIdentity(id: "net.example.sample", groups: groups)
  }

  var path: String { folder.path }
  var dataRoot: String { bases.data + "/cleanslate/net.example.sample" }
  var configRoot: String { bases.config + "/cleanslate/net.example.sample" }
  var cacheRoot: String { bases.cache + "/cleanslate/net.example.sample" }
  var stateRoot: String { bases.state + "/cleanslate/net.example.sample" }
  func groupRoot(_ id: String) -> String { bases.data + "/cleanslate/groups/" + id }

  func open() throws -> AppContainer { try AppContainer.open(identity, in: bases) }

  /// Makes a home full of somebody's files, which must never change.
  func makeDecoy() throws -> Decoy {
    let decoy = path + "/decoy"
    try makeFolder(decoy + "/Documents/letters")
    for name in ["Documents/a.txt", "Documents/letters/b.txt", "c.txt", "Documents/values.plist"] {
      try write("mine: \(name)", to: decoy + "/" + name)
    }
    return Decoy(path: decoy, before: try snapshot(decoy))
  }
}

struct Decoy {
  let path: String
  let before: [String: String]
  var isUntouched: Bool { (try? snapshot(path)) == before }
}

func makeFolder(_ path: String) throws {
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
}

func write(_ text: String, to path: String) throws {
  try Data(text.utf8).write(to: URL(fileURLWithPath: path))
}

func link(_ path: String, to target: String) throws {
  try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
}

func names(in path: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: path).sorted()
}

func isThere(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0
}

func permissions(of path: String) -> UInt32 {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
}

func fileNumber(of path: String) -> UInt64? {
  var status = stat()
  return lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
}

/// All paths below a folder with their contents.
func snapshot(_ path: String) throws -> [String: String] {
  var found: [String: String] = [:]
  for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
    let contents = FileManager.default.contents(atPath: path + "/" + name)
    found[name] = contents.map { String(decoding: $0, as: UTF8.self) } ?? "(folder)"
  }
  return found
}

extension Data {
  init(_ text: String) { self.init(text.utf8) }
}

extension AppContainer {
  func part(_ name: String) throws -> any DataPart {
    struct NoSuchPart: Error { let name: String }
    guard let part = parts.first(where: { $0.name == name }) else { throw NoSuchPart(name: name) }
    return part
  }
}
