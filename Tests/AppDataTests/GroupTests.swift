import AppData
import Dispatch
import Foundation
import Synchronization
import Testing

@Suite struct GroupTests {
  /// The group as two apps see it, which have the same base directories.
  private func twoApps(_ sandbox: Sandbox) throws -> (AppContainer, AppContainer) {
    let other = try AppIdentity(id: "net.example.other", groups: sandbox.identity.groups)
    return (try sandbox.open(), try AppContainer.open(other, in: sandbox.bases))
  }

  /// Runs `body` for each app on a thread of its own, all from the same moment on.
  private func atTheSameTime(
    _ apps: [(String, AppContainer)], _ body: @escaping @Sendable (String, AppContainer) throws -> Void
  ) throws {
    let (ready, start, done) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let failure = Mutex<(any Error)?>(nil)
    for (name, app) in apps {
      Thread.detachNewThread {
        ready.signal()
        start.wait()
        do { try body(name, app) } catch { failure.withLock { $0 = error } }
        done.signal()
      }
    }
    for _ in apps { ready.wait() }
    for _ in apps { start.signal() }
    for _ in apps { done.wait() }
    if let error = failure.withLock({ $0 }) { throw error }
  }

  @Test("What one app of the group writes, the other sees at once")
  func shared() throws {
    let sandbox = try Sandbox(groups: ["net.example.shared"])
    let (first, second) = try twoApps(sandbox)
    let here = try first.open(gate: WriteGate()).group("net.example.shared")
    let there = try second.open(gate: WriteGate()).group("net.example.shared")
    #expect(try there.preferences.integer(forKey: "k") == nil)
    for value in [1, 2, 3] {
      try here.preferences.set(value, forKey: "k")
      #expect(try there.preferences.integer(forKey: "k") == value)
    }
    try there.preferences.set("x", forKey: "other")
    try here.preferences.remove("k")
    #expect(try here.preferences.keys == ["other"])
    #expect(try there.preferences.keys == ["other"])
    try here.files.write(Data("x"), to: "a/b")
    #expect(try there.files.list() == ["a/b"])
    #expect(permissions(of: sandbox.groupRoot("net.example.shared")) == 0o700)
  }

  @Test("A file that was read keeps its number to itself, so that a new one differs even if no clock ticks")
  func reusedFileNumbers() throws {
    let sandbox = try Sandbox(groups: ["net.example.shared"])
    let (first, second) = try twoApps(sandbox)
    let here = try first.open(gate: WriteGate()).group("net.example.shared")
    let there = try second.open(gate: WriteGate()).group("net.example.shared")
    let file = sandbox.groupRoot("net.example.shared") + "/Preferences/values.plist"
    for round in 0..<20 {
      if round.isMultiple(of: 2) {
        try there.preferences.set(1000, forKey: "k")
        #expect(try here.preferences.integer(forKey: "k") == 1000)
      } else {
        try here.preferences.set(1000, forKey: "k")
      }
      let known = fileNumber(of: file)
      for value in 1001..<1010 {
        try there.preferences.set(value, forKey: "k")
        #expect(fileNumber(of: file) != known)
      }
      #expect(try here.preferences.integer(forKey: "k") == 1009)
    }
  }

  @Test("Two apps may make the group's container at the same time")
  func concurrentMaking() throws {
    let sandbox = try Sandbox(groups: (0..<100).map { "group.\($0)" })
    let (first, second) = try twoApps(sandbox)
    try atTheSameTime([("a", first), ("b", second)]) { name, app in
      let data = app.open(gate: WriteGate())
      for group in sandbox.identity.groups { try data.group(group).files.write(Data(name), to: name) }
    }
    let data = first.open(gate: WriteGate())
    for group in sandbox.identity.groups { #expect(try data.group(group).files.list() == ["a", "b"]) }
  }

  @Test("Changes of two apps at the same time are all kept")
  func concurrentChanges() throws {
    let sandbox = try Sandbox(groups: ["net.example.shared"])
    let (first, second) = try twoApps(sandbox)
    try atTheSameTime([("a", first), ("b", second)]) { name, app in
      let group = try app.open(gate: WriteGate()).group("net.example.shared")
      for index in 0..<200 { try group.preferences.set(index, forKey: "\(name)\(index)") }
    }
    let group = try first.open(gate: WriteGate()).group("net.example.shared")
    #expect(try group.preferences.keys.count == 400)
  }

  @Test("Erasing counts what the other app wrote, and the other app sees an empty group")
  func erasing() throws {
    let sandbox = try Sandbox(groups: ["net.example.shared"])
    let (first, second) = try twoApps(sandbox)
    let there = try second.open(gate: WriteGate()).group("net.example.shared")
    for index in 0..<5 { try there.files.write(Data("x"), to: "f\(index)") }
    try first.open(gate: WriteGate()).group("net.example.shared").files.write(Data(), to: "mine")
    for index in 0..<3 { try there.preferences.set(index, forKey: "k\(index)") }
    #expect(try first.part("group.net.example.shared.files").erase().count == 6)
    #expect(try first.part("group.net.example.shared.preferences").erase().count == 3)
    #expect(try there.files.list() == [])
    #expect(try there.preferences.keys == [])
    #expect(try second.part("group.net.example.shared.files").erase().count == 0)
    try there.files.write(Data("new"), to: "f")
    #expect(second.emptyTrash().deleted == 7)
    #expect(try there.files.list() == ["f"])
  }

  @Test("Erasing counts all files, also while the other app empties the group's trash")
  func erasingBesideEmptying() throws {
    let sandbox = try Sandbox(groups: ["net.example.shared"])
    let (first, second) = try twoApps(sandbox)
    let isOver = Atomic(false)
    let results = Mutex<[ErasureResult]>([])
    try atTheSameTime([("erases", first), ("empties", second)]) { name, app in
      if name == "empties" {
        while !isOver.load(ordering: .relaxed) { _ = app.emptyTrash() }
        return
      }
      defer { isOver.store(true, ordering: .relaxed) }
      let files = try app.open(gate: WriteGate()).group("net.example.shared").files
      for _ in 0..<10 {
        for index in 0..<100 { try files.write(Data(), to: "\(index)/a/b") }
        let erased = try app.part("group.net.example.shared.files").erase()
        results.withLock { $0.append(erased) }
      }
    }
    let wrong = results.withLock { $0 }.filter { $0.count != 100 || $0.failures != [] }
    #expect(wrong.isEmpty && results.withLock { $0.count } == 10, "\(wrong)")
  }

  @Test(
    "What one app prepares for the group stays when the other starts, for as long as it may be taken over")
  func prepared() throws {
    let sandbox = try Sandbox(groups: ["net.example.shared"])
    let (first, root) = (try sandbox.open(), sandbox.groupRoot("net.example.shared"))
    let part = try #require(first.partFolders.first { $0.name == "group.net.example.shared.files" })
    let prepared = try part.prepare { _ in 1 }
    let name = try #require(try names(in: root).first { $0.hasPrefix(".writing.") })
    try write("x", to: "\(root)/\(name)/kept")
    _ = try part.prepare { _ in 0 }
    let other = try AppIdentity(id: "net.example.other", groups: sandbox.identity.groups)
    let second = try AppContainer.open(other, in: sandbox.bases)
    #expect(try names(in: root).filter { $0.hasPrefix(".writing.") } == [name])
    try part.take(prepared)
    #expect(try second.open(gate: WriteGate()).group("net.example.shared").files.list() == ["kept"])
  }

  @Test("A group that the app is not in is refused, also if its folder is there")
  func undeclared() throws {
    let sandbox = try Sandbox(groups: ["net.example.shared"])
    let other = try AppIdentity(id: "net.example.other", groups: ["net.example.private"])
    let container = try AppContainer.open(other, in: sandbox.bases)
    try container.open(gate: WriteGate()).group("net.example.private").files.write(Data("x"), to: "a")
    let data = try sandbox.open().open(gate: WriteGate())
    #expect(
      throws: AppDataError.undeclaredGroup("net.example.private", declared: ["net.example.shared"])
    ) { try data.group("net.example.private") }
  }

  @Test("A folder in the group's place that is another group's or nobody's is refused")
  func foreign() throws {
    for marker in ["CleanSlate container\nformat 1\ngroup net.example.private\n", nil] {
      let sandbox = try Sandbox(groups: ["net.example.shared"])
      let root = sandbox.groupRoot("net.example.shared")
      try makeFolder(root + "/Files")
      if let marker { try write(marker, to: root + "/.cleanslate-container") }
      #expect(throws: AppDataError.self) { try sandbox.open() }
      try FileManager.default.removeItem(atPath: root)
      let container = try sandbox.open()
      try makeFolder(root + "/Files")
      try write("mine", to: root + "/Files/a")
      if let marker { try write(marker, to: root + "/.cleanslate-container") }
      let group = try container.open(gate: WriteGate()).group("net.example.shared")
      #expect(throws: AppDataError.self) { try group.files.read("a") }
      #expect(throws: AppDataError.self) { try group.files.write(Data(), to: "a") }
      let result = try container.part("group.net.example.shared.files").erase()
      #expect(result.count == 0)
      #expect(result.failures.count == 1)
      #expect(try names(in: root + "/Files") == ["a"])
    }
  }
}
