import AppData
import Testing

@Suite struct AppPropertiesTests {
  @Test("Badge and shortcuts are kept")
  func kept() throws {
    let sandbox = try Sandbox()
    let items = [
      ShortcutItem(id: "new", title: "New order", subtitle: "Today"), ShortcutItem(id: "b", title: "B"),
    ]
    do {
      let properties = try sandbox.open().open(gate: WriteGate()).properties
      #expect(try properties.badgeCount == 0)
      #expect(try properties.shortcutItems == [])
      try properties.setBadgeCount(7)
      try properties.setShortcutItems(items)
    }
    let container = try sandbox.open()
    let properties = container.open(gate: WriteGate()).properties
    #expect(try properties.badgeCount == 7)
    #expect(try properties.shortcutItems == items)
    #expect(try container.part("properties").erase().count == 2)
    #expect(try properties.badgeCount == 0)
    #expect(try properties.shortcutItems == [])
  }

  @Test("A badge below zero is refused")
  func negative() throws {
    let sandbox = try Sandbox()
    let properties = try sandbox.open().open(gate: WriteGate()).properties
    #expect(throws: AppDataError.invalidValue(key: "badgeCount", reason: "-1 is less than zero")) {
      try properties.setBadgeCount(-1)
    }
  }
}
