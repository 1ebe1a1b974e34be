import AppData
import ControlProtocol
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TestScaffolding

@Suite("The folder of named states")
struct StateStoreTests {
  private let home: TemporaryHome
  private let container: AppContainer
  private var folder: String { home.path(.temporary) + "/states" }
  private var own: String { "\(folder)/\(Self.id)" }

  private static let id = "net.example.states"

  init() throws {
    home = try TemporaryHome()
    container = try AppContainer.open(
      AppIdentity(id: Self.id), in: BaseDirectories(environment: home.environment))
  }

  private func store(_ app: String = id, build: String = "one") -> StateStore {
    StateStore(app: app, appVersion: "1", in: folder) { build }
  }

  private func write(_ text: String, to path: String = "a/b.txt") throws {
    try container.open(gate: WriteGate()).files.documents.write(Data(text.utf8), to: path)
  }

  private func text(_ path: String = "a/b.txt") throws -> String {
    String(decoding: try container.open(gate: WriteGate()).files.documents.read(path), as: UTF8.self)
  }

  private func restore(_ name: String) throws {
    let state = try store().prepare(name, for: container)
    _ = container.erase(container.parts)
    try state.take()
  }

  private func attributes(_ path: String) throws -> [FileAttributeKey: Any] {
    try FileManager.default.attributesOfItem(atPath: path)
  }

  private func description(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing"
    } catch {
      return "\(error)"
    }
  }

  @Test("is for its user alone, and shares its files with the app")
  func shared() throws {
    try write("one")
    try container.open(gate: WriteGate()).secrets.set(
      Secret("s3cret"), for: SecretItem(.key, service: "a", account: "b"))
    let state = try store().save(container, as: "it")
    for path in [folder, own, "\(own)/\(state.folder)", "\(own)/\(state.folder)/secrets.key"] {
      #expect(try attributes(path)[.posixPermissions] as? Int == 0o700, "\(path)")
    }
    let secret = "\(own)/\(state.folder)/secrets.key/values.plist"
    #expect(try attributes(secret)[.posixPermissions] as? Int == 0o600)
    let file = "\(own)/\(state.folder)/documents/a/b.txt"
    #expect(try attributes(file)[.referenceCount] as? Int == 2)
    try restore("it")
    _ = container.emptyTrash()
    #expect(try attributes(file)[.referenceCount] as? Int == 2)
    try write("two")
    #expect(try text() == "two")
    #expect(try attributes(file)[.referenceCount] as? Int == 1)
    try restore("it")
    #expect(try text() == "one")
  }

  @Test("gives each part back whole, with its count, at any depth and with any name")
  func anyTree() throws {
    let names = ["b\u{0301}.txt", "a b", "deep/" + Array(repeating: "d", count: 200).joined(separator: "/")]
    for name in names { try write(name, to: name) }
    try write("gone", to: "empty/file")
    try container.open(gate: WriteGate()).files.documents.remove("empty/file")
    let before = try container.parts.map { try $0.inventory() }
    #expect(try store().save(container, as: "it").counts.map(\.count) == [3])
    try restore("it")
    // Looking at the files counts them, too; the erasure has to know by itself.
    #expect(container.erase(container.parts).count == 3)
    try restore("it")
    #expect(try container.parts.map { try $0.inventory() } == before)
    #expect(try container.open(gate: WriteGate()).files.documents.exists("empty"))
  }

  @Test("is no use to another build or another app, and says so; saving makes it the new build's")
  func strangers() throws {
    try write("one")
    _ = try store().save(container, as: "it")
    #expect(throws: StateError.ofAnotherBuild("it")) { try store(build: "two").prepare("it", for: container) }
    #expect(try store(build: "two").list().map { $0.record(for: "two").isOfThisBuild } == [false])
    #expect(
      description { _ = try store(build: "two").prepare("that", for: container) }
        == "There is no state \"that\" of this app. It has none of this build.")
    #expect(
      description { _ = try store().prepare("that", for: container) }
        == "There is no state \"that\" of this app. It has \"it\".")
    let other = store("net.example.other")
    #expect(
      description { _ = try other.prepare("it", for: container) }
        == "There is no state \"it\" of this app. It has none. net.example.states has one, which is of no use here."
    )
    _ = try other.save(container, as: "other")
    try FileManager.default.copyItem(atPath: "\(own)/it.json", toPath: "\(folder)/net.example.other/it.json")
    #expect(
      throws: StateError.ofAnotherApp("it", app: Self.id, expected: "net.example.other")
    ) { try other.prepare("it", for: container) }
    _ = try store(build: "two").save(container, as: "it")
    #expect(try store(build: "two").prepare("it", for: container).manifest.build == "two")
  }

  @Test("that is damaged is refused with what is missing, and the app keeps its data")
  func damaged() throws {
    try write("one")
    let state = try store().save(container, as: "it")
    try write("two")
    let list = try Data(contentsOf: URL(filePath: "\(own)/it.json"))
    try FileManager.default.removeItem(atPath: "\(own)/\(state.folder)/documents/a/b.txt")
    #expect(
      description { _ = try store().prepare("it", for: container) }.contains(
        "documents has 0 files instead of 1"))
    try FileManager.default.removeItem(atPath: "\(own)/\(state.folder)/documents")
    #expect(description { _ = try store().prepare("it", for: container) }.contains("documents is missing"))
    try FileManager.default.removeItem(atPath: "\(own)/\(state.folder)")
    #expect(
      description { _ = try store().prepare("it", for: container) }.contains("\(state.folder) is missing"))
    for length in [0, 1, list.count / 2, list.count - 3] {
      try list.prefix(length).write(to: URL(filePath: "\(own)/it.json"))
      #expect(description { _ = try store().prepare("it", for: container) }.contains("cannot be read"))
    }
    try #require(FileHandle(forWritingAtPath: "\(own)/it.json")).truncate(atOffset: 40 << 30)
    #expect(
      description { _ = try store().prepare("it", for: container) }.contains("has 42949672960 bytes"))
    #expect(try text() == "two")
    #expect(try store().list() == [])
    try store().remove("it")
    _ = container.emptyTrash()
    #expect(try home.tree().filter { $0.contains("/.writing.") || $0.contains("/.erased.") } == [])
  }

  @Test("whose folders are something else is refused as not whole", arguments: ["", "/documents"])
  func replaced(_ part: String) throws {
    try write("one")
    let state = try store().save(container, as: "it")
    let name = part.isEmpty ? state.folder : "documents"
    let place = "\(own)/\(state.folder)\(part)"
    for isLink in [true, false] {
      try FileManager.default.removeItem(atPath: place)
      if isLink {
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: home.root)
      } else {
        try Data().write(to: URL(filePath: place))
      }
      #expect(
        description { _ = try store().prepare("it", for: container) }
          == "The state \"it\" is not whole: \(name) is no folder. Save it anew, or delete \(own)/it.json.")
    }
  }

  @Test("follows no link, and deletes nothing but its own", arguments: ["data", "list", "app", "part"])
  func links(_ what: String) throws {
    let decoy = home.path(.home) + "/precious"
    try FileManager.default.createDirectory(atPath: "\(decoy)/documents", withIntermediateDirectories: true)
    try Data("precious".utf8).write(to: URL(filePath: "\(decoy)/documents/x"))
    try write("one")
    let state = try store().save(container, as: "it")
    let path =
      switch what {
      case "data": "\(own)/\(state.folder)"
      case "list": "\(own)/it.json"
      case "app": own
      default: "\(own)/\(state.folder)/documents"
      }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: what == "list" ? "\(decoy)/documents/x" : decoy)
    #expect(description { _ = try store().prepare("it", for: container) } != "nothing")
    #expect(try text() == "one")
    _ = description { try store().remove("it") }
    _ = description { _ = try store().save(container, as: "it") }
    _ = description { try store().remove("it") }
    #expect(try String(contentsOfFile: "\(decoy)/documents/x", encoding: .utf8) == "precious")
  }

  @Test(
    "takes no folder for its own that a list of contents names outside of it",
    arguments: ["../../precious", "data-/../../../precious", "PATH/precious", "..", "it.json"])
  func foreignFolder(_ name: String) throws {
    let decoy = home.path(.temporary) + "/precious"
    try FileManager.default.createDirectory(atPath: "\(decoy)/documents", withIntermediateDirectories: true)
    try Data("precious".utf8).write(to: URL(filePath: "\(decoy)/documents/x"))
    try write("one")
    let state = try store().save(container, as: "it")
    let list = "\(own)/it.json"
    let foreign = name.replacing("PATH", with: home.path(.temporary)).replacing("/", with: "\\/")
    let text = try String(contentsOfFile: list, encoding: .utf8).replacing(state.folder, with: foreign)
    try Data(text.utf8).write(to: URL(filePath: list))
    #expect(description { _ = try store().prepare("it", for: container) }.contains("names the folder"))
    _ = description { _ = try store().save(container, as: "it") }
    try Data(text.utf8).write(to: URL(filePath: list))
    try store().remove("it")
    #expect(try String(contentsOfFile: "\(decoy)/documents/x", encoding: .utf8) == "precious")
  }

  @Test("that others may enter, that is somebody else's or has no room is refused, and nothing is lost")
  func refusedFolder() throws {
    try write("one")
    _ = try store().save(container, as: "it")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: own)
    #expect(description { _ = try store().save(container, as: "it") }.contains("chmod 700"))
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: own)
    if getuid() != 0 {
      #expect(description { _ = try store().save(container, as: "it") }.contains("Permission denied"))
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: own)
    #expect(try store().prepare("it", for: container).manifest.counts.count == 1)
    let foreign = "\(folder)/net.example.foreign"
    try FileManager.default.createDirectory(atPath: foreign, withIntermediateDirectories: false)
    try Data("mine".utf8).write(to: URL(filePath: "\(foreign)/data-1"))
    #expect(
      description { _ = try store("net.example.foreign").save(container, as: "it") }.contains("no marker"))
    #expect(try String(contentsOfFile: "\(foreign)/data-1", encoding: .utf8) == "mine")
  }

  @Test(
    "has nothing of a state that could not be saved, be it for its data or for its list of contents",
    arguments: ["data", "list"])
  func unsaved(_ what: String) throws {
    try write("one")
    _ = try store().save(container, as: "other")
    if what == "data" {
      container.register(Torn())
    } else {
      try FileManager.default.createDirectory(atPath: "\(own)/it.json/x", withIntermediateDirectories: true)
    }
    let before = try FileManager.default.contentsOfDirectory(atPath: own).sorted()
    #expect(throws: (any Error).self) { try store().save(container, as: "it") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: own).sorted() == before)
  }

  @Test("keeps a state whose name joins what follows it, when the next is saved")
  func joiningName() throws {
    try write("one")
    let name = "number \u{600}"
    let state = try store().save(container, as: name)
    _ = try store().save(container, as: "it")
    #expect(try store().list().map(\.name) == ["it", name])
    #expect(FileManager.default.fileExists(atPath: "\(own)/\(state.folder)"))
    try write("two")
    try restore(name)
    #expect(try text() == "one")
  }

  @Test("keeps a state that is named as the folders of data are")
  func nameOfData() throws {
    try write("one")
    _ = try store().save(container, as: "data-full")
    #expect(try store().list().map(\.name) == ["data-full"])
    try write("two")
    try restore("data-full")
    #expect(try text() == "one")
  }

  @Test("holds whole states only, however many processes save and use the same at once")
  func race() async throws {
    let writers = try (0..<4).map { _ in
      let home = try TemporaryHome()
      return (
        home,
        try AppContainer.open(
          AppIdentity(id: Self.id), in: BaseDirectories(environment: home.environment))
      )
    }
    let folder = folder
    await withTaskGroup(of: [String].self) { group in
      for (number, writer) in writers.enumerated() {
        group.addTask {
          // An instance of its own is to the others what another process is.
          let store = StateStore(app: Self.id, appVersion: "1", in: folder) { "one" }
          var problems: [String] = []
          for round in 0..<25 {
            do {
              let documents = writer.1.open(gate: WriteGate()).files.documents
              for file in 0..<5 { try documents.write(Data("\(number) \(round)".utf8), to: "f\(file)") }
              _ = try store.save(writer.1, as: "it")
              let state = try store.prepare("it", for: writer.1)
              _ = writer.1.erase(writer.1.parts)
              try state.take()
              let texts = try documents.list().map { String(decoding: try documents.read($0), as: UTF8.self) }
              if texts.count != 5 || Set(texts).count != 1 { problems.append("\(texts)") }
            } catch {
              problems.append("\(error)")
            }
          }
          return problems
        }
      }
      for await problems in group { #expect(problems == []) }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: own)
    #expect(names.count == 3 && names.count { $0.hasPrefix("data-") } == 1, "\(names)")
  }

  @Test("takes registered parts that can be copied along, and says which cannot")
  func registered() throws {
    let (cloud, mirror) = (Cloud(), Stone())
    container.register(cloud)
    container.register(mirror)
    cloud.text.withLock { $0 = "over there" }
    #expect(try store().save(container, as: "with").leftOut == ["stone"])
    cloud.text.withLock { $0 = "changed" }
    try restore("with")
    #expect(cloud.text.withLock(\.self) == "over there")
  }
}

private final class Cloud: PortablePart {
  let name = "cloud/of things"
  let text = Mutex("")

  func inventory() throws -> Inventory {
    let text = text.withLock(\.self)
    return Inventory(
      text.isEmpty
        ? [] : [Inventory.Entry(key: "text", bytes: text.utf8.count, digest: Digest(of: text.utf8))])
  }
  func erase() -> ErasureResult {
    text.withLock { $0 = "" }
    return ErasureResult(part: name, count: 1)
  }
  func verifyEmpty() throws -> Bool { text.withLock(\.isEmpty) }
  func contents() throws -> Data { Data(text.withLock(\.self).utf8) }
  func replaceContents(with contents: Data) throws {
    text.withLock { $0 = String(decoding: contents, as: UTF8.self) }
  }
}

/// What cannot be copied, after all that comes before it was.
private struct Torn: PortablePart {
  struct Unreadable: Error {}
  let name = "torn"
  func inventory() throws -> Inventory { Inventory([]) }
  func erase() -> ErasureResult { ErasureResult(part: name, count: 0) }
  func verifyEmpty() throws -> Bool { true }
  func contents() throws -> Data { throw Unreadable() }
  func replaceContents(with contents: Data) throws {}
}

private struct Stone: DataPart {
  let name = "stone"
  func inventory() throws -> Inventory { Inventory([]) }
  func erase() -> ErasureResult { ErasureResult(part: name, count: 0) }
  func verifyEmpty() throws -> Bool { false }
}
