import AppData
import Foundation
import Testing

@Suite struct ErasingTests {
  @Test("The parts are named, in order")
  func names() throws {
    let sandbox = try Sandbox(groups: ["net.example.shared"])
    #expect(
      try sandbox.open().parts.map(\.name) == [
        "documents", "library", "caches", "preferences", "properties", "secrets.genericPassword",
        "secrets.internetPassword", "secrets.certificate", "secrets.key", "secrets.identity",
        "group.net.example.shared.files", "group.net.example.shared.preferences",
      ])
  }

  @Test("Everything is counted exactly, erased and empty on the disk; the next generation starts anew")
  func everything() throws {
    let sandbox = try Sandbox(groups: ["net.example.shared"])
    let container = try sandbox.open()
    let data = container.open(gate: WriteGate())
    for index in 0..<3 { try data.files.documents.write(Data("x"), to: "d/\(index)") }
    try data.files.documents.write(Data("y"), to: "d/0")
    try data.files.documents.remove("d/1")
    try data.files.library.write(Data("x"), to: "l")
    for index in 0..<4 { try data.files.caches.write(Data("x"), to: "c\(index)") }
    try data.preferences.set(1, forKey: "a")
    try data.preferences.set(2, forKey: "b")
    try data.properties.setBadgeCount(1)
    try data.secrets.set(Secret("x"), for: SecretItem(.key, service: "s", account: "a"))
    try data.group("net.example.shared").files.write(Data("x"), to: "g")
    try data.group("net.example.shared").preferences.set(1, forKey: "g")

    let report = container.erase(container.parts)
    #expect(report.results.map(\.count) == [2, 1, 4, 2, 1, 0, 0, 0, 1, 0, 1, 1])
    #expect(report.count == 13)
    #expect(report.failures == [])
    for part in container.parts {
      #expect(try part.verifyEmpty(), "\(part.name)")
      #expect(try part.inventory().count == 0, "\(part.name)")
    }
    let next = container.open(gate: WriteGate())
    #expect(try next.files.documents.list() == [])
    #expect(try next.preferences.keys == [])
    #expect(try next.properties.badgeCount == 0)
    #expect(try next.secrets.items(ofClass: .key) == [])
    #expect(container.erase(container.parts).count == 0)
    try next.files.documents.write(Data("x"), to: "again")
    #expect(container.erase(container.parts).count == 1)
  }

  @Test("Files planted before the opening are counted with those written since", arguments: [0, 1, 137])
  func planted(_ number: Int) throws {
    let sandbox = try Sandbox()
    try sandbox.open().open(gate: WriteGate()).files.documents.write(Data("x"), to: "own")
    try makeFolder(sandbox.dataRoot + "/Documents/deep/deeper")
    for index in 0..<number { try write("x", to: sandbox.dataRoot + "/Documents/deep/deeper/p\(index)") }
    let container = try sandbox.open()
    let documents = container.open(gate: WriteGate()).files.documents
    for index in 0..<5 { try documents.write(Data("x"), to: "new\(index)") }
    try documents.write(Data("x"), to: "own")
    #expect(try container.part("documents").erase() == ErasureResult(part: "documents", count: number + 6))
    #expect(container.emptyTrash().deleted == number + 6)
  }

  @Test("Removing a folder takes everything in it from the count, and from the disk at once")
  func removedFolder() throws {
    let sandbox = try Sandbox()
    let container = try sandbox.open()
    let documents = container.open(gate: WriteGate()).files.documents
    for path in ["a/b/1", "a/b/2", "a/3", "4"] { try documents.write(Data("x"), to: path) }
    #expect(try container.part("documents").inventory().count == 4)
    try documents.remove("a")
    #expect(try documents.list() == ["4"])
    #expect(try container.part("documents").erase().count == 1)
    #expect(container.emptyTrash().deleted == 1)
  }

  @Test("An inventory names, sizes and fingerprints each file, the same in every run")
  func inventory() throws {
    let sandbox = try Sandbox()
    let container = try sandbox.open()
    let documents = container.open(gate: WriteGate()).files.documents
    try documents.write(Data("abc"), to: "b/x")
    try documents.write(Data(), to: "a")
    let inventory = try container.part("documents").inventory()
    #expect(inventory.entries.map(\.key) == ["a", "b/x"])
    #expect(inventory.entries.map(\.bytes) == [0, 3])
    #expect(
      inventory.entries[1].digest.description
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      inventory.digest.description == "077125b8a925719f65364a9ed77ef76f83d3e743b6ab65864fbee7ce66a00766")
    try documents.write(Data("abd"), to: "b/x")
    #expect(try container.part("documents").inventory().digest != inventory.digest)
    try documents.write(Data("abc"), to: "b/x")
    #expect(try container.part("documents").inventory() == inventory)
  }

  @Test("An inventory of values differs for values of another type")
  func valueInventory() throws {
    let sandbox = try Sandbox()
    let container = try sandbox.open()
    let preferences = container.open(gate: WriteGate()).preferences
    let part = try container.part("preferences")
    try preferences.set(1, forKey: "k")
    let integer = try part.inventory()
    try preferences.set(true, forKey: "k")
    let bool = try part.inventory()
    try preferences.set(1.0, forKey: "k")
    #expect(Set([integer.digest, bool.digest, try part.inventory().digest]).count == 3)
    try preferences.set(1, forKey: "k")
    #expect(try part.inventory() == integer)
  }

  @Test("Something registered is erased with the rest, and replaced by one of the same name")
  func registered() throws {
    struct Mirror: DataPart {
      let name = "mirror"
      let holds: Int
      func inventory() throws -> Inventory { Inventory([]) }
      func erase() -> ErasureResult {
        ErasureResult(part: name, count: holds, failures: [ErasureFailure(item: "x", reason: "offline")])
      }
      func verifyEmpty() throws -> Bool { false }
    }
    let sandbox = try Sandbox()
    let container = try sandbox.open()
    container.register(Mirror(holds: 1))
    container.register(Mirror(holds: 2))
    try container.open(gate: WriteGate()).files.caches.write(Data("x"), to: "a")
    let report = container.erase(container.parts)
    #expect(report.count == 3)
    #expect(report.failures.map(\.description) == ["x: offline"])
    #expect(report.results.last?.part == "mirror")
  }
}
