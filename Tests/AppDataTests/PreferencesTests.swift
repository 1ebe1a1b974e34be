import AppData
import Foundation
import Testing

@Suite struct PreferencesTests {
  @Test("Every type comes back as it was set, in this process and the next")
  func types() throws {
    let sandbox = try Sandbox()
    do {
      let preferences = try sandbox.open().open(gate: WriteGate()).preferences
      try preferences.set("text", forKey: "string")
      try preferences.set(true, forKey: "bool")
      try preferences.set(1, forKey: "one")
      try preferences.set(Int.min, forKey: "least")
      try preferences.set(1.0, forKey: "double")
      try preferences.set(Data([0, 255]), forKey: "data")
      try preferences.set(["a", ""], forKey: "strings")
    }
    let preferences = try sandbox.open().open(gate: WriteGate()).preferences
    #expect(try preferences.string(forKey: "string") == "text")
    #expect(try preferences.bool(forKey: "bool") == true)
    #expect(try preferences.integer(forKey: "one") == 1)
    #expect(try preferences.integer(forKey: "least") == Int.min)
    #expect(try preferences.double(forKey: "double") == 1.0)
    #expect(try preferences.data(forKey: "data") == Data([0, 255]))
    #expect(try preferences.strings(forKey: "strings") == ["a", ""])
    #expect(try preferences.keys == ["bool", "data", "double", "least", "one", "string", "strings"])
    #expect(try preferences.string(forKey: "none") == nil)
  }

  @Test(
    "Values come back with all their bytes, beside others that count as equal, and however many there are")
  func bytes() throws {
    let sandbox = try Sandbox()
    let texts = ["caf\u{E9}", "cafe\u{301}", "\u{212B}", "\u{C5}", "A\u{30A}", "\u{0}\u{FEFF}", "", "👩‍🚀"]
    let numbers = [0.0, -0.0, .nan, -.infinity, .leastNonzeroMagnitude]
    let integers = [0, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, -1, .max, .min]
    let long = (0..<300).map { "\($0)" }
    do {
      let preferences = try sandbox.open().open(gate: WriteGate()).preferences
      for (index, text) in texts.enumerated() { try preferences.set(text, forKey: "text\(index)") }
      for (index, number) in numbers.enumerated() { try preferences.set(number, forKey: "number\(index)") }
      for (index, number) in integers.enumerated() { try preferences.set(number, forKey: "integer\(index)") }
      try preferences.set(texts, forKey: "list")
      try preferences.set(long, forKey: "long")
      try preferences.set(Data(repeating: 7, count: 70_000), forKey: "data")
      try preferences.set("x", forKey: "cafe\u{301}")
    }
    let preferences = try sandbox.open().open(gate: WriteGate()).preferences
    func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
    for (index, text) in texts.enumerated() {
      #expect(try bytes(preferences.string(forKey: "text\(index)")) == bytes(text))
    }
    for (index, number) in numbers.enumerated() {
      #expect(try preferences.double(forKey: "number\(index)")?.bitPattern == number.bitPattern)
    }
    for (index, number) in integers.enumerated() {
      #expect(try preferences.integer(forKey: "integer\(index)") == number)
    }
    #expect(try preferences.strings(forKey: "list")?.map(bytes) == texts.map(bytes))
    #expect(try preferences.strings(forKey: "long") == long)
    #expect(try preferences.data(forKey: "data") == Data(repeating: 7, count: 70_000))
    #expect(try preferences.keys.contains { bytes($0) == bytes("cafe\u{301}") })
  }

  @Test("A value of another type is an error, not a guess, also after it was read from the disk")
  func wrongType() throws {
    let sandbox = try Sandbox()
    try sandbox.open().open(gate: WriteGate()).preferences.set(1, forKey: "k")
    let preferences = try sandbox.open().open(gate: WriteGate()).preferences
    #expect(throws: AppDataError.wrongType(key: "k", expected: "boolean", found: "integer")) {
      try preferences.bool(forKey: "k")
    }
    #expect(throws: AppDataError.wrongType(key: "k", expected: "number", found: "integer")) {
      try preferences.double(forKey: "k")
    }
    #expect(throws: AppDataError.wrongType(key: "k", expected: "list of strings", found: "integer")) {
      try preferences.strings(forKey: "k")
    }
  }

  @Test("A value of another type is named with its article")
  func article() {
    #expect(
      "\(AppDataError.wrongType(key: "k", expected: "string", found: "integer"))"
        == "The value for \"k\" is an integer, not a string. Read it as an integer or set it anew.")
    #expect(
      "\(AppDataError.wrongType(key: "k", expected: "data", found: "string"))"
        == "The value for \"k\" is a string, not data. Read it as a string or set it anew.")
  }

  @Test("What is set aside is a copy of any type, in the place of no other one, and the same only once")
  func setAside() throws {
    let preferences = try Sandbox().open().open(gate: WriteGate()).preferences
    #expect(try preferences.setAside("k") == nil)
    for (number, copy) in [
      (1, "k.unreadable"), (1, "k.unreadable"), (2, "k.unreadable.2"), (3, "k.unreadable.3"),
    ] {
      try preferences.set(number, forKey: "k")
      #expect(try preferences.setAside("k") == copy)
      #expect(try preferences.integer(forKey: copy) == number)
    }
    #expect(try preferences.integer(forKey: "k.unreadable") == 1)
    #expect(try preferences.integer(forKey: "k") == 3)
  }

  @Test("Removing the last value removes the file")
  func removal() throws {
    let sandbox = try Sandbox()
    let preferences = try sandbox.open().open(gate: WriteGate()).preferences
    try preferences.remove("never set")
    try preferences.set(1, forKey: "a")
    #expect(try names(in: sandbox.configRoot + "/Preferences") == ["values.plist"])
    try preferences.remove("a")
    #expect(try preferences.keys == [])
    #expect(try names(in: sandbox.configRoot + "/Preferences") == [])
  }

  @Test(
    "A torn or foreign file is an error at reading and writing, is never replaced, and can be erased",
    arguments: ["", "bplist00", "hello", "<plist><array/></plist>", "{ a = 1; "])
  func damaged(_ contents: String) throws {
    let sandbox = try Sandbox()
    try sandbox.open().open(gate: WriteGate()).preferences.set(1, forKey: "a")
    let path = sandbox.configRoot + "/Preferences/values.plist"
    try write(contents, to: path)
    let container = try sandbox.open()
    let preferences = container.open(gate: WriteGate()).preferences
    #expect(throws: AppDataError.self) { try preferences.integer(forKey: "a") }
    #expect(throws: AppDataError.self) { try preferences.set(2, forKey: "b") }
    #expect(FileManager.default.contents(atPath: path) == Data(contents))
    #expect(try container.part("preferences").erase() == ErasureResult(part: "preferences", count: 1))
    #expect(try preferences.keys == [])
    try preferences.set(2, forKey: "b")
  }
}
