import Foundation
import Glibc
import OperatingSystem
import Synchronization
import TestSupport
import Testing

@testable import Beeper

@Suite("Beeps", .timeLimit(.minutes(60)))
struct BeeperTests {
  private let home: TemporaryHome
  private let beeper: Beeper

  init() throws {
    home = try TemporaryHome()
    beeper = Beeper(environment: home.environment)
  }

  private var folder: String { home.path(.runtime) + "/cleanslate" }
  private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

  /// Registers under the name; each beep is one value of the stream.
  private func listen(_ identifier: String) throws -> (AsyncStream<Void>.Iterator, BeepRegistration) {
    let (beeps, arrivals) = AsyncStream.makeStream(of: Void.self)
    let registration = try beeper.registerBeepHandler(identifier: identifier) { arrivals.yield() }
    return (beeps.makeAsyncIterator(), registration)
  }

  @Test("reach everybody who is registered under the name, and nobody else")
  func broadcast() async throws {
    var (first, one) = try listen("refresh")
    var (second, two) = try listen("refresh")
    let heard = Mutex(0)
    let other = try beeper.registerBeepHandler(identifier: "refresh2") { heard.withLock { $0 += 1 } }
    #expect(try beeper.beep(identifier: "refresh") == 2)
    await first.next()
    await second.next()
    #expect(heard.withLock(\.self) == 0)
    withExtendedLifetime((one, two, other)) {}
  }

  @Test("reach nobody where nobody is registered")
  func silence() throws {
    #expect(try beeper.beep(identifier: "refresh") == 0)
    #expect(throws: BeepError.unusableIdentifier("", limit: 64)) { try beeper.beep(identifier: "") }
  }

  @Test("end with the registration, which leaves nothing behind")
  func ending() throws {
    let (_, registration) = try listen("refresh")
    #expect(files.count == 1)
    registration.cancel()
    #expect(files == [])
    #expect(try beeper.beep(identifier: "refresh") == 0)
    do { _ = try listen("refresh") }
    #expect(files == [])
  }

  @Test("clean up behind a process that is gone, and leave alone what is no socket")
  func dead() throws {
    let name = try BeepName("refresh")
    do {
      let opened = try BeepFolder(home.environment)
      let listener = try Descriptor.listener(at: opened.address(of: name.newFile()), backlog: 1)
      // Also in a process that another test is just starting, where it would live on for a moment.
      listener.endConnection()
    }
    try Data().write(to: URL(filePath: folder + "/refresh@note"))
    #expect(files.count == 2)
    #expect(try beeper.beep(identifier: "refresh") == 0)
    #expect(files == ["refresh@note"])
  }

  @Test("cost nobody its place who registers at that moment")
  func registering() throws {
    let isOver = Atomic(false)
    let beeps = try SystemThread { [beeper] in
      while !isOver.load(ordering: .relaxed) { _ = try? beeper.beep(identifier: "refresh") }
    }
    for round in 0..<(try Effort().rounds(1000)) {
      let registration = try beeper.registerBeepHandler(identifier: "refresh") {}
      #expect(files.contains { $0.hasPrefix("refresh@") }, "round \(round)")
      registration.cancel()
    }
    isOver.store(true, ordering: .relaxed)
    beeps.join()
    #expect(files == [])
  }

  @Test("are many at once without harm")
  func flood() async throws {
    var (beeps, registration) = try listen("refresh")
    for _ in 0..<1000 { #expect(try beeper.beep(identifier: "refresh") == 1) }
    await beeps.next()
    withExtendedLifetime(registration) {}
  }

  @Test("of another user are not heard", .enabled(if: geteuid() == 0, "needs root"))
  func foreign() async throws {
    let heard = Mutex(0)
    let (beeps, arrivals) = AsyncStream.makeStream(of: Void.self)
    let registration = try beeper.registerBeepHandler(identifier: "refresh") {
      heard.withLock { $0 += 1 }
      arrivals.yield()
    }
    let path = folder + "/" + (try #require(files.first))
    for (path, mode) in [(home.root, 0o711), (home.path(.runtime), 0o711), (folder, 0o711), (path, 0o666)] {
      try #require(chmod(path, mode_t(mode)) == 0)
    }
    await OwnThread.run {
      await #expect(processExitsWith: .success) { [path = path as String] in
        seteuid(65534)
        _ = try Descriptor.connection(to: .unixSocket(path), until: nil)
      }
    }
    try #require(chmod(folder, 0o700) == 0)
    #expect(try beeper.beep(identifier: "refresh") == 1)
    var iterator = beeps.makeAsyncIterator()
    await iterator.next()
    registration.cancel()
    #expect(heard.withLock(\.self) == 1)
  }

  @Test("use only a folder that nobody else can enter", arguments: ["mode", "link", "file"])
  func unsafeFolder(kind: String) throws {
    let expected: BeepError
    switch kind {
    case "mode":
      try #require(mkdir(folder, 0o700) == 0 && chmod(folder, 0o755) == 0)
      expected = .openFolder(folder, mode: 0o755)
    case "link":
      try #require(symlink(home.path(.temporary), folder) == 0)
      expected = .notAFolder(folder)
    default:
      try Data().write(to: URL(filePath: folder))
      expected = .notAFolder(folder)
    }
    #expect(throws: expected) { try beeper.beep(identifier: "refresh") }
    #expect(throws: expected) { try beeper.registerBeepHandler(identifier: "refresh") {} }
  }

  @Test("of another user's folder are refused", .enabled(if: geteuid() == 0, "needs root"))
  func foreignFolder() throws {
    try #require(mkdir(folder, 0o700) == 0 && chown(folder, 65534, 65534) == 0)
    #expect(throws: BeepError.foreignFolder(folder, owner: 65534, user: 0)) {
      try beeper.beep(identifier: "refresh")
    }
  }

  @Test("have their folder in the runtime folder, else in a temporary one with the user's number")
  func place() {
    #expect(BeepFolder.path(in: ["XDG_RUNTIME_DIR": "/run/user/7"], user: 7) == "/run/user/7/cleanslate")
    #expect(BeepFolder.path(in: ["XDG_RUNTIME_DIR": "", "TMPDIR": "/t"], user: 7) == "/t/cleanslate-7")
    #expect(BeepFolder.path(in: ["TMPDIR": "t"], user: 7) == "/tmp/cleanslate-7")
  }
}
