import AppData
import AppRuntime
import Foundation
import StorefrontContracts
import TestSupport
import Testing

@testable import OrdersFeature

@Suite("Kept orders")
struct OrderStoreTests {
  private let home: TemporaryHome
  private let data: AppData
  private let store: OrderStore

  init() throws {
    home = try TemporaryHome()
    let container = try AppContainer.open(
      AppIdentity(id: "net.cleanslate.tests.orders"), in: BaseDirectories(environment: home.environment))
    data = container.open(gate: WriteGate())
    store = OrderStore(data: data)
  }

  private func order(_ number: Int, note: String? = nil) -> Order {
    let placed = PlacedOrder(
      lines: [.init(itemID: "ramen", name: "Ramen", quantity: 1, unitPrice: 1290)], total: 1290,
      currency: "EUR", placedAt: Date(timeIntervalSince1970: 1_777_896_000))
    return Order(
      number: number, placed: placed,
      notes: note.map { [OrderNote(id: 1, text: $0, writtenAt: placed.placedAt)] } ?? [])
  }

  private func write(_ text: String, to path: String) throws {
    try data.files.documents.write(Data(text.utf8), to: path)
  }

  private func text(of path: String) throws -> String {
    String(decoding: try data.files.documents.read(path), as: UTF8.self)
  }

  @Test("of the version before are converted when they are read, and stay what they are after that")
  func migration() throws {
    for (number, text) in OrderSituations.versionOne { try write(text, to: "orders/\(number).json") }
    let first = try store.load()
    #expect(first.problems == [])
    #expect(first.history.orders.map(\.number) == [1002, 1001])
    #expect(
      try text(of: "orders/1001.json") == """
        {"currency":"EUR","lines":[{"itemID":"ramen","name":"Shoyu ramen","quantity":2,"unitPrice":1290}],\
        "notes":[{"id":1,"text":"Ask for more noodles.","writtenAt":"2025-05-04T12:00:00Z"}],"number":1001,\
        "placedAt":"2025-05-04T12:00:00Z","rating":4,"total":2870,"version":2}
        """)
    #expect(try store.load().history == first.history)
    #expect(try data.files.documents.list() == ["orders/1001.json", "orders/1002.json"])
  }

  @Test("are shown where they cannot be converted, and the file stays")
  func failedMigration() throws {
    let old = try #require(OrderSituations.versionOne[1001])
    try write(old, to: "orders/1001.json")
    let gate = WriteGate()
    let container = try AppContainer.open(
      AppIdentity(id: "net.cleanslate.tests.other"), in: BaseDirectories(environment: home.environment))
    let closed = container.open(gate: gate)
    try closed.files.documents.write(Data(old.utf8), to: "orders/1001.json")
    gate.close("the test says so")
    let loaded = try OrderStore(data: closed).load()
    #expect(loaded.history.orders.map(\.number) == [1001])
    #expect(loaded.problems.count == 1)
    #expect(loaded.problems.first?.hasPrefix("orders/1001.json could not be read or converted: ") == true)
    #expect(try closed.files.documents.read("orders/1001.json") == Data(old.utf8))
  }

  @Test("that cannot be read are set aside with every byte, and named at every start")
  func setAside() throws {
    try store.save(order(1001))
    try write("{\"version\":2,\"num", to: "orders/1002.json")
    try write("hello", to: "orders/notes.txt")
    for _ in 0..<2 {
      let loaded = try store.load()
      #expect(loaded.history.orders.map(\.number) == [1001])
      #expect(
        loaded.problems == [
          "An order could not be read: it is not in the form of an order. "
            + "Its file is kept as orders-set-aside/1002.json.",
          "An order could not be read: its name is no order number. "
            + "Its file is kept as orders-set-aside/notes.txt.",
        ])
    }
    #expect(try text(of: "orders-set-aside/1002.json") == "{\"version\":2,\"num")
    #expect(try text(of: "orders-set-aside/notes.txt") == "hello")
  }

  @Test("that are set aside take no other's place, and one that was copied before a kill is not kept twice")
  func setAsideAgain() throws {
    for text in ["one", "two", "two", "three"] {
      try write(text, to: "orders/1001.json")
      _ = try store.load()
    }
    #expect(
      try data.files.documents.list() == [
        "orders-set-aside/1001.json", "orders-set-aside/2/1001.json", "orders-set-aside/3/1001.json",
      ])
    #expect(try text(of: "orders-set-aside/2/1001.json") == "two")
  }

  @Test("of a newer app are left where they are")
  func newer() throws {
    try write("{\"version\":3}", to: "orders/1001.json")
    let loaded = try store.load()
    #expect(
      loaded.problems == [
        "orders/1001.json was left as it is: it has version 3, and this app knows versions up to 2. "
          + "Update the app to read it."
      ])
    #expect(try text(of: "orders/1001.json") == "{\"version\":3}")
  }

  @Test("are numbered from 1001, and no number is given twice: not a lost, damaged or newer order's")
  func numbers() throws {
    #expect(try store.claimNumber() == 1001)
    #expect(try store.claimNumber() == 1002)
    try store.save(order(1005))
    #expect(try store.claimNumber() == 1006)
    try data.files.documents.remove("orders")
    #expect(try store.claimNumber() == 1007)
    try write("damaged", to: "orders/1010.json")
    try write("{\"version\":3}", to: "orders/1009.json")
    _ = try store.load()
    #expect(try store.claimNumber() == 1011)
    try data.preferences.remove("orders.lastNumber")
    #expect(try store.claimNumber() == 1011)
  }

  @Test("get no number beyond the last, rather than none or a crash")
  func numbersUsedUp() throws {
    try data.preferences.set(Int.max, forKey: "orders.lastNumber")
    #expect(throws: OrderNumbersUsedUp.self) { try store.claimNumber() }
    try data.preferences.set(1001, forKey: "orders.lastNumber")
    try write("x", to: "orders/9223372036854775807.json")
    #expect(try store.claimNumber() == 1002)
  }

  @Test("are whole at every moment, while several write and read the same one")
  func concurrentWrites() async throws {
    let order = order(1001)
    try store.save(order)
    try await withThrowingTaskGroup { group in
      for writer in 0..<4 {
        group.addTask { [store] in
          for round in 0..<50 {
            var changed = order
            let text = String(repeating: "\(writer)", count: 1 + 97 * round % 500)
            changed.write(text, note: nil, at: order.placed.placedAt)
            try store.save(changed)
          }
        }
      }
      group.addTask { [store] in
        for _ in 0..<100 {
          let (history, problems) = try store.load()
          #expect(problems == [])
          let text = history[1001]?.notes.first?.text ?? ""
          #expect(Set(text).count <= 1)
        }
      }
      try await group.waitForAll()
    }
    #expect(try data.files.documents.list() == ["orders/1001.json"])
  }
}
