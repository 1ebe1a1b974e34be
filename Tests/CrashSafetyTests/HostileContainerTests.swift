import AppData
import CrashModel
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("In a hostile container an app")
struct HostileContainerTests {
  /// Something hostile, which is planted in the container of a stopped app.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What a start is refused with, if it is.
    var refusal: String?
    let plant: @Sendable (Place) throws -> Void

    init(_ name: String, refusal: String? = nil, plant: @escaping @Sendable (Place) throws -> Void) {
      testDescription = name
      self.refusal = refusal
      self.plant = plant
    }
  }

  /// The decoy home, and the folders of the app that lie in it.
  struct Place: Sendable {
    let home: String
    var data: String { "\(home)/.local/share/cleanslate/net.example.crash" }
    var config: String { "\(home)/.config/cleanslate/net.example.crash" }
    var group: String { "\(home)/.local/share/cleanslate/groups/\(Store.group)" }
    var documents: String { "\(data)/Documents" }
    var marker: String { "\(data)/.cleanslate-container" }

    func link(_ path: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }
    func hardLink(_ path: String, to target: String) throws { try call("link", Glibc.link(target, path)) }
    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }
    func makeFolder(_ path: String) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  @Test("changes nothing outside of it by a byte, whatever it is asked to do", arguments: cases)
  func hostile(_ hostile: Case) async throws {
    let crash = try CrashHome()
    let decoy = try DecoyHome(at: crash.home.path(.home) + "/anna")
    let place = Place(home: decoy.path)
    let variables = Self.home(decoy.path)
    _ = try await crash.answers(to: ["open"] + Self.writes, variables: variables)
    try hostile.plant(place)
    let before = try decoy.facts()
    let answers = try await crash.answers(to: Self.script, variables: variables)
    try decoy.check(against: before)
    if let refusal = hostile.refusal {
      #expect(answers[0].hasPrefix("error ") && answers[0].contains(refusal), "\(answers[0])")
    } else {
      #expect(answers[0] == "ok")
      #expect(answers.contains { $0.hasPrefix("error ") && $0.contains("is not a path in a file area") })
      #expect(Array(answers.suffix(2)) == ["ok", "ok"])
      #expect(try left(in: place) == [".cleanslate-container"])
    }
  }

  private static let writes = [
    "set documents a/b 1", "set preferences a 2", "set keys a 3", "set properties badge 4", "set caches c 5",
    "set groupFiles d 6", "set groupPreferences e 7",
  ]
  private static let script =
    ["open", "show", "count", "remove documents a", "set documents ../../../../../thesis.txt 8"] + writes
    + ["reset", "empty-trash", "close", "open"] + writes + ["reset", "reset", "empty-trash"]

  /// Everything below the home: no XDG variable is set.
  private static func home(_ path: String) -> [String: String] {
    [
      "HOME": path, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "", "XDG_STATE_HOME": "",
    ]
  }

  private func left(in place: Place) throws -> [String] {
    Array(
      Set(
        try [place.data, place.config, place.group].flatMap {
          try FileManager.default.contentsOfDirectory(atPath: $0)
        }))
  }

  static let cases = [
    Case("with links in it") { place in
      for (name, target) in [
        "home": place.home, "file": "\(place.home)/Documents/thesis.txt", "up": "../../../../..", "root": "/",
        "itself": "itself", "nowhere": "/nowhere",
      ] {
        try place.link("\(place.documents)/\(name)", to: target)
        try place.link("\(place.documents)/a/\(name)", to: target)
        try place.link("\(place.group)/Files/\(name)", to: target)
      }
    },
    Case("with hard links in it") { place in
      for name in ["Documents/thesis.txt", ".ssh/id", "values.plist"] {
        let target = "\(place.home)/\(name)"
        try place.hardLink("\(place.documents)/\((name as NSString).lastPathComponent)", to: target)
        try place.hardLink("\(place.group)/Files/\((name as NSString).lastPathComponent)", to: target)
      }
    },
    Case("where links to a home stand for its folders") { place in
      for folder in [place.documents, "\(place.config)/Preferences", "\(place.group)/Files"] {
        try place.remove(folder)
        try place.link(folder, to: "\(place.home)/Documents")
      }
    },
    Case("where a link or a hard link stands for its values") { place in
      try place.remove("\(place.config)/Preferences/values.plist")
      try place.link("\(place.config)/Preferences/values.plist", to: "\(place.home)/values.plist")
      try place.remove("\(place.data)/Secrets-key/values.plist")
      try place.hardLink("\(place.data)/Secrets-key/values.plist", to: "\(place.home)/values.plist")
    },
    Case("where a folder stands for its values, and a file for a folder") { place in
      try place.remove("\(place.config)/Preferences/values.plist")
      try place.makeFolder("\(place.config)/Preferences/values.plist/deep")
      try place.remove(place.documents)
      try place.hardLink(place.documents, to: "\(place.home)/Documents/thesis.txt")
    },
    Case("where links stand for what was erased") { place in
      try place.link("\(place.data)/.erased.home", to: place.home)
      try place.hardLink("\(place.data)/.erased.file", to: "\(place.home)/Documents/thesis.txt")
      try place.makeFolder("\(place.data)/.erased.folder/a")
      try place.link("\(place.data)/.erased.folder/home", to: place.home)
      try place.link("\(place.data)/.erased.folder/a/home", to: place.home)
      try place.hardLink("\(place.data)/.writing.file", to: "\(place.home)/Documents/thesis.txt")
    },
    Case("with odd names") { place in
      for name: [UInt8] in [
        [0xFF, 0xFE], Array("a\nb".utf8), Array("-rf".utf8), Array("* ; $(rm)".utf8), Array("...".utf8),
        [0x7F],
        Array(repeating: 0xC3, count: 255), Array("\u{301}".utf8), [0x5C, 0x2E, 0x2E],
      ] {
        try DecoyHome.file(named: name, in: place.documents)
        try DecoyHome.file(named: name, in: "\(place.group)/Files")
        try place.makeFolder("\(place.data)/.erased.names")
        try DecoyHome.file(named: name, in: "\(place.data)/.erased.names")
      }
    },
    Case("without its marker", refusal: "no marker") { try $0.remove($0.marker) },
    Case("without the marker of its preferences", refusal: "no marker") {
      try $0.remove("\($0.config)/.cleanslate-container")
    },
    Case("with a link for its marker", refusal: "not a plain file") { place in
      try place.remove(place.marker)
      try place.link(place.marker, to: "\(place.home)/.cleanslate-container")
    },
    Case("with somebody's empty file for its marker", refusal: "not a plain file") { place in
      try place.remove(place.data)
      try place.makeFolder(place.data)
      try place.hardLink(place.marker, to: "\(place.home)/nothing")
    },
    Case("with somebody's file for its marker", refusal: "is marked") { place in
      try place.remove(place.marker)
      try place.hardLink(place.marker, to: "\(place.home)/.cleanslate-container")
    },
    Case("that is a link to a home", refusal: "A symbolic link or a file") { place in
      try place.remove(place.data)
      try place.link(place.data, to: place.home)
    },
    Case("that is a link to a home for its preferences", refusal: "A symbolic link or a file") { place in
      try place.remove(place.config)
      try place.link(place.config, to: place.home)
    },
    Case("above which there is a link to a home", refusal: "A symbolic link or a file") { place in
      try place.remove("\(place.home)/.local/share/cleanslate")
      try place.link("\(place.home)/.local/share/cleanslate", to: place.home)
    },
  ]
}
