import AppData
import Foundation
import Testing

@Suite struct UserDefaultsTests {
  @Test("The typed setters and getters of UserDefaults reach the preferences and no others")
  func bridge() throws {
    let sandbox = try Sandbox()
    let preferences = try sandbox.open().open(gate: WriteGate()).preferences
    let defaults = preferences.userDefaults
    defaults.set(true, forKey: "bool")
    defaults.set(1, forKey: "integer")
    defaults.set(1.0, forKey: "double")
    defaults.set(Float(0.5), forKey: "float")
    defaults.set("text", forKey: "string")
    defaults.set(["a", "b"], forKey: "strings")
    defaults.set(Data([1]), forKey: "data")
    defaults.set(URL(fileURLWithPath: "/a/b"), forKey: "url")
    defaults.set(["n": 1, "b": false] as [String: Any], forKey: "dictionary")
    defaults.set(NSNumber(value: true), forKey: "boolean object")
    defaults.set(Date(timeIntervalSince1970: 1.25), forKey: "date")

    #expect(try preferences.bool(forKey: "bool") == true)
    #expect(try preferences.integer(forKey: "integer") == 1)
    #expect(try preferences.double(forKey: "double") == 1.0)
    #expect(try preferences.double(forKey: "float") == 0.5)
    #expect(try preferences.string(forKey: "string") == "text")
    #expect(try preferences.strings(forKey: "strings") == ["a", "b"])
    #expect(try preferences.data(forKey: "data") == Data([1]))
    #expect(try preferences.bool(forKey: "boolean object") == true)

    let again = preferences.userDefaults
    #expect(again.bool(forKey: "bool"))
    #expect(again.integer(forKey: "integer") == 1)
    #expect(again.double(forKey: "double") == 1.0)
    #expect(again.float(forKey: "float") == 0.5)
    #expect(again.string(forKey: "string") == "text")
    #expect(again.stringArray(forKey: "strings") == ["a", "b"])
    #expect(again.data(forKey: "data") == Data([1]))
    #expect(again.url(forKey: "url")?.path == "/a/b")
    #expect(again.dictionary(forKey: "dictionary")?["n"] as? Int == 1)
    #expect(again.dictionary(forKey: "dictionary")?["b"] as? Bool == false)
    #expect(again.object(forKey: "date") as? Date == Date(timeIntervalSince1970: 1.25))
    #expect(again.dictionaryRepresentation().count == 11)
    again.removeObject(forKey: "bool")
    again.set(nil, forKey: "integer")
    #expect(try preferences.bool(forKey: "bool") == nil)
    #expect(again.object(forKey: "integer") == nil)
    #expect(again.dictionaryRepresentation().count == 9)
    #expect(again.synchronize())
    #expect(preferences.unthrownErrors == [])
  }

  @Test("Launch arguments and the system's preferences are not seen")
  func otherDomains() throws {
    let sandbox = try Sandbox()
    let defaults = try sandbox.open().open(gate: WriteGate()).preferences.userDefaults
    #expect(defaults.dictionaryRepresentation().isEmpty)
    #expect(defaults.volatileDomain(forName: UserDefaults.argumentDomain).isEmpty)
    defaults.setVolatileDomain(["k": 1], forName: UserDefaults.argumentDomain)
    #expect(defaults.object(forKey: "k") == nil)
  }

  @Test("Registered defaults hold for one generation and never reach the disk")
  func registered() throws {
    let sandbox = try Sandbox()
    let container = try sandbox.open()
    let preferences = container.open(gate: WriteGate()).preferences
    preferences.userDefaults.register(defaults: ["k": 5, "own": "default"])
    preferences.userDefaults.set("mine", forKey: "own")
    #expect(preferences.userDefaults.integer(forKey: "k") == 5)
    #expect(preferences.userDefaults.string(forKey: "own") == "mine")
    #expect(try preferences.keys == ["own"])
    let next = container.open(gate: WriteGate()).preferences
    #expect(next.userDefaults.object(forKey: "k") == nil)
    #expect(UserDefaults.standard.object(forKey: "k") == nil)
  }

  @Test("A change that is refused is dropped and told of")
  func refused() throws {
    let sandbox = try Sandbox()
    let gate = WriteGate()
    let preferences = try sandbox.open().open(gate: gate).preferences
    let defaults = preferences.userDefaults
    defaults.set(UInt64.max, forKey: "too large")
    defaults.set(NSObject(), forKey: "object")
    defaults.removePersistentDomain(forName: "net.example.sample")
    defaults.setPersistentDomain(["a": 1], forName: "net.example.other")
    gate.close("sign-out")
    defaults.set(1, forKey: "late")
    #expect(try preferences.keys == [])
    #expect(
      preferences.unthrownErrors.map(\.key) == [
        "(domain net.example.other)", "(domain net.example.sample)", "late", "object", "too large",
      ])
    #expect(
      preferences.unthrownErrors[2].reason
        == """
        preferences "late" was not written: the store is closed (sign-out). \
        Write through the running generation's data.
        """)
    #expect(!defaults.synchronize())
  }

  @Test("After an erasure the old values are gone from every object")
  func erased() throws {
    let sandbox = try Sandbox()
    let container = try sandbox.open()
    let old = container.open(gate: WriteGate()).preferences.userDefaults
    old.set("x", forKey: "k")
    #expect(try container.part("preferences").erase().count == 1)
    #expect(old.object(forKey: "k") == nil)
    #expect(old.dictionaryRepresentation().isEmpty)
    #expect(container.open(gate: WriteGate()).preferences.userDefaults.object(forKey: "k") == nil)
  }
}
