import AppData
import Testing

@Suite struct BaseDirectoriesTests {
  @Test("Without XDG variables the defaults below HOME are used")
  func defaults() throws {
    let bases = try BaseDirectories(environment: ["HOME": "/home/anna"])
    #expect(bases.data == "/home/anna/.local/share")
    #expect(bases.config == "/home/anna/.config")
    #expect(bases.cache == "/home/anna/.cache")
    #expect(bases.state == "/home/anna/.local/state")
  }

  @Test("Absolute XDG variables are used, and HOME is then not needed")
  func variables() throws {
    let bases = try BaseDirectories(environment: [
      "XDG_DATA_HOME": "/x/data", "XDG_CONFIG_HOME": "/x//config/", "XDG_CACHE_HOME": "/x/./cache",
      "XDG_STATE_HOME": "/x/state",
    ])
    #expect(bases.data == "/x/data")
    #expect(bases.config == "/x/config")
    #expect(bases.cache == "/x/cache")
    #expect(bases.state == "/x/state")
  }

  @Test(
    "The containers of groups lie with the data, unless they have a place of their own",
    arguments: [nil: "/x/data", "": "/x/data", "groups": "/x/data", "/y/groups/": "/y/groups"]
      as [String?: String])
  func groups(_ value: String?, place: String) throws {
    var environment = [
      "XDG_DATA_HOME": "/x/data", "XDG_CONFIG_HOME": "/x/config", "XDG_CACHE_HOME": "/x/cache",
      "XDG_STATE_HOME": "/x/state",
    ]
    environment["CLEANSLATE_GROUPS_HOME"] = value
    #expect(try BaseDirectories(environment: environment).groups == place)
  }

  @Test("Empty and relative XDG variables are ignored", arguments: ["", "data", "./data", "~/data"])
  func ignored(_ value: String) throws {
    let bases = try BaseDirectories(environment: ["HOME": "/home/anna", "XDG_DATA_HOME": value])
    #expect(bases.data == "/home/anna/.local/share")
  }

  @Test(
    "A needed HOME that is missing, empty or relative is an error", arguments: [nil, "", "home/anna", "~"])
  func badHome(_ home: String?) {
    #expect(throws: AppDataError.self) {
      try BaseDirectories(environment: home.map { ["HOME": $0] } ?? [:])
    }
  }

  @Test(
    "The root of the file system is refused as a base, however it is written",
    arguments: ["/", "//", "/.", "/x/..", "/../"])
  func root(_ path: String) {
    #expect(throws: AppDataError.self) {
      try BaseDirectories(environment: ["HOME": "/home/anna", "XDG_CACHE_HOME": path])
    }
  }

  @Test("A base whose bytes are not UTF-8 is refused, rather than taken for another folder")
  func notText() {
    let value = String(decoding: Array("/x/d".utf8) + [0xFF], as: UTF8.self)
    let reason = "it contains bytes that are not UTF-8"
    #expect(
      throws: AppDataError.invalidBaseDirectory(variable: "XDG_DATA_HOME", value: value, reason: reason)
    ) {
      try BaseDirectories(environment: ["HOME": "/home/anna", "XDG_DATA_HOME": value])
    }
  }
}
