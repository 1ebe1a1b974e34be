import CrashModel
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("With hostile variables in its environment an app")
struct HostileVariablesTests {
  /// Variables, in which `ANNA` is the home of somebody.
  struct Case: CustomTestStringConvertible, Sendable {
    let variables: [String: String]
    /// What the start is refused with, or nothing where the app runs.
    var refusal: String?
    var testDescription: String {
      variables.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    }
  }

  private static let xdg = ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"]
  private static func all(_ value: String, home: String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: xdg.map { ($0, value) } + [("HOME", home)])
  }

  static let cases = [
    Case(variables: all("", home: ""), refusal: "HOME=\"\" cannot be used as a base directory"),
    Case(variables: all("", home: "ANNA/../ANNA"), refusal: "\"..\" may not be in it"),
    Case(variables: all("", home: "anna"), refusal: "it is relative"),
    Case(variables: all("", home: "~"), refusal: "it is relative"),
    Case(variables: all("anna", home: "."), refusal: "it is relative"),
    Case(
      variables: all("", home: "/"),
      refusal:
        "cannot be kept in /: Permission denied. Set HOME or XDG_DATA_HOME to a folder that you may write."
    ),
    Case(
      variables: all("", home: "/proc"),
      refusal: "cannot be kept in /proc: No such file or directory. Set HOME or XDG_DATA_HOME to a folder"),
    Case(variables: all("", home: "/nowhere"), refusal: "cannot be kept in /: Permission denied."),
    Case(
      variables: all("/nowhere/else", home: "ANNA"),
      refusal: "cannot be kept in /: Permission denied. Set XDG_DATA_HOME to a folder that you may write."),
    Case(variables: all("", home: "/dev/null"), refusal: "A symbolic link or a file stands at /dev/null"),
    Case(variables: all("", home: "ANNA/to-nothing"), refusal: "A symbolic link or a file stands at"),
    Case(variables: all("", home: "ANNA/to-itself"), refusal: "A symbolic link or a file stands at"),
    Case(variables: all("", home: "ANNA/pipe"), refusal: "A symbolic link or a file stands at"),
    Case(variables: all("/", home: "ANNA"), refusal: "the root of the file system cannot hold containers"),
    Case(
      variables: all("///.//", home: "ANNA"), refusal: "the root of the file system cannot hold containers"),
    Case(variables: all("ANNA/to-root", home: "ANNA"), refusal: "it leads to the root of the file system"),
    Case(variables: all("ANNA/Documents/..", home: "ANNA"), refusal: "\"..\" may not be in it"),
    Case(
      variables: all("ANNA/Documents/thesis.txt", home: "ANNA"),
      refusal: "A symbolic link or a file stands at"),
    Case(variables: all("ANNA", home: "ANNA")),
    Case(variables: all("ANNA/Documents", home: "")),
    Case(variables: all("ANNA/to-folder", home: "ANNA")),
    Case(variables: all("", home: "ANNA")),
    Case(variables: all("documents", home: "ANNA")),
    Case(variables: all("ANNA//./Documents///", home: "/")),
  ]

  @Test(
    "changes nothing outside of its container by a byte",
    .enabled(if: Surroundings.hasOrdinaryUser, "Needs 'setpriv', or to run as an ordinary user."),
    arguments: cases)
  func variables(_ hostile: Case) async throws {
    let crash = try CrashHome()
    let decoy = try DecoyHome(at: crash.home.path(.home) + "/anna")
    // The folders above the containers are there, or they would have to be made.
    for folder in ["", "/Documents", "/.local/share", "/.config", "/.cache", "/.local/state"] {
      try FileManager.default.createDirectory(
        atPath: "\(decoy.path)\(folder)/cleanslate/groups", withIntermediateDirectories: true)
      try FileManager.default.createDirectory(
        atPath: "\(decoy.path)\(folder)/cleanslate/net.example.crash", withIntermediateDirectories: true)
    }
    for base in ["", "/Documents", "/.local/share"] {
      try FileManager.default.createDirectory(
        atPath: "\(decoy.path)\(base)/cleanslate/groups/\(Store.group)", withIntermediateDirectories: true)
    }
    try Surroundings.giveToOrdinaryUser(crash.home.root)
    let before = try decoy.facts()
    let root = try FileManager.default.contentsOfDirectory(atPath: "/")
    let steps = FaultTests.writes + ["show", "reset", "empty-trash", "show"]
    let answers = try await crash.answers(
      to: ["open"] + steps, in: .ordinaryUser,
      variables: hostile.variables.mapValues { $0.replacing("ANNA", with: decoy.path) })
    try decoy.check(against: before)
    let new = Set(try FileManager.default.contentsOfDirectory(atPath: "/")).subtracting(root)
    #expect(new.isDisjoint(with: ["cleanslate", "Documents", ".local", ".config", ".cache"]), "\(new)")
    if let refusal = hostile.refusal {
      #expect(answers[0].hasPrefix("error ") && answers[0].contains(refusal), "\(answers[0])")
    } else {
      #expect(answers.allSatisfy { $0.hasPrefix("ok") }, "\(answers)")
      #expect(answers.last == "ok")
    }
  }
}
