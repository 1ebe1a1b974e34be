import AppData
import CrashModel
import Foundation
import Glibc
import Processes
import TestSupport
import Testing

@Suite("Where the system refuses something an app")
struct FaultTests {
  /// What goes wrong, and what puts it right.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// A script that breaks something; the variables name the app's folders.
    let breaking: String
    let mending: String
    /// Whether the app can be opened meanwhile.
    var opens = true
  }

  static let writes = [
    "set documents a/b 1", "set library a 2", "set caches a 3", "set preferences a 4", "set keys a 5",
    "set passwords a 6", "set properties badge 7", "set groupFiles a 8", "set groupPreferences a 9",
  ]
  static let all = "ok \(Contents.written(by: writes))"
  private static let more = writes.map { $0.replacing(" a/b ", with: " n/b ").replacing(" a ", with: " n ") }

  static let denials = [
    Case(
      testDescription: "a read-only folder",
      breaking: "echo cut off > $DATA/.writing.x; chmod 500 $DATA $CONFIG $CACHE $STATE $GROUP",
      mending: "chmod 700 $DATA $CONFIG $CACHE $STATE $GROUP"),
    Case(
      testDescription: "read-only folders of the stores",
      breaking: "chmod 500 $DATA/* $CONFIG/* $CACHE/* $STATE/* $GROUP/*",
      mending: "chmod 700 $DATA/* $CONFIG/* $CACHE/* $STATE/* $GROUP/*"),
    Case(
      testDescription: "a closed folder for data", breaking: "chmod 000 $DATA", mending: "chmod 700 $DATA",
      opens: false),
    Case(
      testDescription: "a closed folder for preferences", breaking: "chmod 000 $CONFIG",
      mending: "chmod 700 $CONFIG", opens: false),
    Case(
      testDescription: "a closed base", breaking: "chmod 000 $XDG_STATE_HOME",
      mending: "chmod 700 $XDG_STATE_HOME", opens: false),
    Case(
      testDescription: "closed stores", breaking: "chmod 000 $DATA/* $CONFIG/* $CACHE/* $STATE/* $GROUP/*",
      mending: "chmod 700 $DATA/* $CONFIG/* $CACHE/* $STATE/* $GROUP/*"),
    Case(
      testDescription: "closed files",
      breaking: "chmod 000 $DATA/*/* $CONFIG/*/* $CACHE/*/* $STATE/*/* $GROUP/*/*",
      mending: "chmod -R u+rwX $DATA $CONFIG $CACHE $STATE $GROUP"),
    Case(
      testDescription: "a closed marker", breaking: "chmod 000 $DATA/.cleanslate-container",
      mending: "chmod 600 $DATA/.cleanslate-container", opens: false),
  ]

  @Test(
    "names the place, loses nothing, and goes on where it can",
    .enabled(if: Surroundings.hasOrdinaryUser, "Needs 'setpriv', or to run as an ordinary user."),
    arguments: denials)
  func denied(_ fault: Case) async throws {
    let crash = try CrashHome()
    try Surroundings.giveToOrdinaryUser(crash.home.root)
    let answers = { (lines: [String]) in
      try await crash.answers(to: lines, in: .ordinaryUser, variables: folders(of: crash))
    }
    #expect(try await answers(["open"] + Self.writes + ["show"]).last == Self.all)

    try await shell(fault.breaking, folders(of: crash))
    let steps = Self.more + ["remove documents a"]
    let broken = try await answers(["open", "show"] + steps)
    #expect((broken[0] == "ok") == fault.opens, "\(broken)")
    #expect(broken.contains { $0.hasSuffix(": Permission denied.") })
    let unclear = broken.filter {
      $0.wholeMatch(of: #/ok.*|error Could not [a-z ]+ [^ ]+: Permission denied\.|.* is not open.*/#) == nil
    }
    #expect(unclear == [])
    try await shell(fault.mending, folders(of: crash))
    let kept = zip(steps, broken.dropFirst(2)).filter { $0.1 == "ok" }
      .compactMap { Step(line: $0.0) }.reduce(Contents.written(by: Self.writes)) { $0.applying($1) }
    #expect(try await answers(["open", "show"]) == ["ok", "ok \(kept)"])

    try await shell(fault.breaking, folders(of: crash))
    let reset = try await answers(["open", "reset", "empty-trash", "show"])
    #expect((reset[0] == "ok") == fault.opens, "\(reset)")
    try await shell("(\(fault.mending)) || true", folders(of: crash))
    #expect(try await answers(["open", "reset", "empty-trash", "show"]) == ["ok", "ok", "ok", "ok"])
    try crash.checkLeftovers()
  }

  @Test(
    "while it runs says so, loses nothing, and goes on as soon as it may",
    .enabled(if: Surroundings.hasOrdinaryUser, "Needs 'setpriv', or to run as an ordinary user."),
    arguments: denials)
  func revoked(_ fault: Case) async throws {
    let crash = try CrashHome()
    try Surroundings.giveToOrdinaryUser(crash.home.root)
    let process = try crash.start(["open"] + Self.writes, in: .ordinaryUser)
    var sent = 1 + Self.writes.count
    func answers(to lines: [String]) async throws -> [String] {
      process.send(lines.map { "\($0)\n" }.joined())
      let (before, all) = (sent, sent + lines.count)
      sent = all
      try await process.waitForOutput { $0.count { $0 == "\n" } == all }
      return process.standardOutput.text.split(separator: "\n").dropFirst(before).map(String.init)
    }
    #expect(try await answers(to: ["show"]) == [Self.all])

    try await shell(fault.breaking, folders(of: crash))
    let steps = Self.more + ["remove documents a"]
    let broken = try await answers(to: steps)
    #expect(broken.filter { !$0.hasPrefix("ok") && !$0.hasSuffix(": Permission denied.") } == [])
    try await shell(fault.mending, folders(of: crash))
    let kept = zip(steps, broken).filter { $0.1 == "ok" }
      .compactMap { Step(line: $0.0) }.reduce(Contents.written(by: Self.writes)) { $0.applying($1) }
    #expect(
      try await answers(to: ["show"] + Self.more + ["show", "reset", "empty-trash", "close", "open", "show"])
        == ["ok \(kept)"] + Self.more.map { _ in "ok" }
        + ["ok \(Self.more.compactMap(Step.init(line:)).reduce(kept) { $0.applying($1) })"]
        + ["ok", "ok", "ok", "ok", "ok"])
    try crash.checkLeftovers()
  }

  @Test(
    "reads from a read-only disk, and says of each write that it is one",
    .enabled(if: Surroundings.canMount, "Needs 'unshare -rm' to mount."))
  func readOnlyDisk() async throws {
    let crash = try CrashHome()
    _ = try await crash.answers(to: ["open"] + Self.writes)
    let script = #"""
      echo cut off > "$XDG_DATA_HOME/cleanslate/net.example.crash/.writing.x"
      for folder in "$XDG_DATA_HOME" "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME" "$XDG_STATE_HOME"; do
        mount --bind "$folder" "$folder"
        mount -o remount,bind,ro "$folder"
      done
      """#
    let answers = try await crash.answers(
      to: ["open", "show"] + Self.writes + ["show", "reset", "show"], in: .mounts(script))
    #expect(answers.filter { $0 == Self.all }.count == 3)
    #expect(answers.filter { $0.hasSuffix(": Read-only file system.") }.count == Self.writes.count)
    #expect(answers[0] == "ok")
    #expect(answers[answers.count - 2].contains("Read-only file system"))
    #expect(try await crash.answers(to: ["open", "show"]) == ["ok", Self.all])
    try crash.checkLeftovers()
  }

  @Test(
    "without descriptors to spare refuses what it cannot do, loses nothing, and goes on when there are some")
  func exhaustedDescriptors() async throws {
    let crash = try CrashHome()
    let answers = try await crash.answers(
      to: ["open"] + Self.writes + ["exhaust-descriptors", "show"] + Self.more
        + ["reset", "empty-trash", "free-descriptors", "close", "open", "show"]
        + Self.writes + ["show", "reset", "empty-trash", "show"])
    let refused = answers.filter { $0.contains("Too many open files") }
    #expect(refused.count > Self.more.count)
    #expect(answers.allSatisfy { $0.hasPrefix("ok") || refused.contains($0) }, "\(answers)")
    #expect(answers.last == "ok")
    try crash.checkLeftovers()
    let late = try await crash.answers(to: [
      "exhaust-descriptors", "open", "free-descriptors", "open", "show",
    ])
    #expect(
      late == [
        "ok",
        "error Could not open the container \(crash.folder(.data)): Too many open files.", "ok", "ok", "ok",
      ])
  }

  @Test(
    "that finds a file in the place of a folder leaves it there, and names it",
    arguments: [
      "$XDG_CONFIG_HOME", "$XDG_CONFIG_HOME/cleanslate", "$CONFIG", "$CONFIG/Preferences", "$DATA",
      "$DATA/Documents", "$DATA/Documents/a", "$XDG_STATE_HOME",
    ])
  func fileForFolder(_ place: String) async throws {
    let crash = try CrashHome()
    _ = try await crash.answers(to: ["open"] + Self.writes)
    let path = folders(of: crash).reduce(place) { $0.replacing("$\($1.key)", with: $1.value) }
    try FileManager.default.moveItem(atPath: path, toPath: "\(crash.home.root)/kept")
    try Data("mine".utf8).write(to: URL(filePath: path))
    let answers = try await crash.answers(to: ["open"] + Self.writes + ["show"])
    #expect(
      answers.contains { $0.hasPrefix("error") && $0.contains("choose another folder, or move it away") },
      "\(answers)")
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: "\(crash.home.root)/kept", toPath: path)
    #expect(try await crash.answers(to: ["open", "show"]) == ["ok", Self.all])
  }

  @Test("whose folder is removed while it runs says so, and starts anew the next time")
  func missingFolder() async throws {
    for folder in ["$DATA", "$CONFIG", "$GROUP"] {
      let crash = try CrashHome()
      let process = try crash.start(["open"] + Self.writes)
      try await process.waitForOutput { $0.split(separator: "\n").count == 1 + Self.writes.count }
      try await shell("rm -r \(folder)", folders(of: crash))
      process.send(
        (Self.more + ["reset", "close", "open"] + Self.writes + ["show"]).map { "\($0)\n" }.joined())
      process.closeInput()
      #expect(try await process.waitForExit() == .exited(0))
      let answers = process.standardOutput.text.split(separator: "\n").map(String.init)
      #expect(answers.contains { $0.hasSuffix(": No such file or directory.") })
      #expect(answers.contains { $0.contains("is not the container that was opened: nothing is there") })
      #expect(answers.last == Self.all)
    }
  }

  @Test("started many times at once in a new home runs once, and each of the others says which it is")
  func manyStarts() async throws {
    let rounds = try Effort().rounds(2)
    for _ in 0..<rounds {
      let crash = try CrashHome()
      let processes = try (0..<12).map { _ in try crash.start(["open", "set documents a 1"]) }
      for process in processes {
        try await process.waitForOutput {
          $0.split(separator: "\n", omittingEmptySubsequences: true).count == 2
        }
      }
      let owners = processes.filter { $0.standardOutput.text == "ok\nok\n" }
      let owner = try #require(owners.first)
      #expect(owners.count == 1)
      for process in processes where process !== owner {
        let text = process.standardOutput.text
        #expect(text.contains("in use by process \(owner.processID). End that one first."), "\(text)")
      }
      owner.terminate(SIGKILL)
      try await owner.waitForExit()
      #expect(try await crash.answers(to: ["open", "show"]) == ["ok", "ok documents/a=1"])
    }
  }

  @Test("does not mind what its clock said when its files were written", arguments: [0, 4_102_444_800])
  func clock(_ time: Int) async throws {
    let crash = try CrashHome()
    _ = try await crash.answers(to: ["open"] + Self.writes)
    try await shell("find . -exec touch -hd @\(time) {} +", folders(of: crash))
    let answers = try await crash.answers(
      to: ["open", "show"] + Self.writes + ["show", "reset", "empty-trash", "show"])
    #expect(answers.filter { $0 == Self.all }.count == 2)
    #expect(answers.allSatisfy { $0.hasPrefix("ok") })
    #expect(answers.last == "ok")
  }
}

extension Contents {
  fileprivate static func written(by lines: [String]) -> Contents {
    lines.compactMap(Step.init(line:)).reduce(Contents()) { $0.applying($1) }
  }
}

/// The variables that scripts name the app's folders by.
func folders(of crash: CrashHome) -> [String: String] {
  [
    "DATA": crash.folder(.data), "CONFIG": crash.folder(.config), "CACHE": crash.folder(.cache),
    "STATE": crash.folder(.state),
    "GROUP": "\(crash.home.path(.data))/cleanslate/groups/\(Store.group)",
  ].merging(crash.home.environment) { $1 }
}

/// Runs a script in the home, with root's rights where the tests have them.
func shell(_ script: String, _ variables: [String: String]) async throws {
  let outcome = try await ChildProcess.run(
    "/bin/sh", ["-ec", script], environment: variables,
    workingDirectory: variables["HOME"].map { "\($0)/.." }, timeout: .seconds(300))
  guard outcome.status == .exited(0) else { throw Flaw("\(script): \(outcome.standardError.text)") }
}
