#if DEBUG
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Beeper

@Suite("Beeps", .timeLimit(.minutes(10)))
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
      let socket = try BeepSocket(for: folder)
      try socket.bind(to: opened.address(of: name.newFile()), path: folder)
    }
    try Data().write(to: URL(filePath: folder + "/refresh@note"))
    #expect(files.count == 2)
    #expect(try beeper.beep(identifier: "refresh") == 0)
    #expect(files == ["refresh@note"])
  }

  @Test("are many at once without harm")
  func flood() async throws {
    var (beeps, registration) = try listen("refresh")
    for _ in 0..<1000 { #expect(try beeper.beep(identifier: "refresh") == 1) }
    await beeps.next()
    withExtendedLifetime(registration) {}
  }

  @Test("of another user, or with content, are not heard", .enabled(if: geteuid() == 0, "needs root"))
  func foreign() async throws {
    let heard = Mutex(0)
    let (beeps, arrivals) = AsyncStream.makeStream(of: Void.self)
    let registration = try beeper.registerBeepHandler(identifier: "refresh") {
      heard.withLock { $0 += 1 }
      arrivals.yield()
    }
    let opened = try BeepFolder(home.environment)
    let address = opened.address(of: try #require(files.first))
    #expect(sendDatagram(to: address, user: 65534, content: []) == 0)
    #expect(sendDatagram(to: address, user: 0, content: [1]) == 1)
    #expect(sendDatagram(to: address, user: 0, content: []) == 0)
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

/// Sends a datagram in the name of another user, as only root can; returns what `sendmsg` does.
private func sendDatagram(to address: sockaddr_un, user: UInt32, content: [UInt8]) -> Int {
  let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
  defer { close(number) }
  var control = [UInt8]()
  withUnsafeBytes(of: UInt(28)) { control += $0 }
  for word in [UInt32(bitPattern: SOL_SOCKET), 2, UInt32(getpid()), user, user, 0] {
    withUnsafeBytes(of: word) { control += $0 }
  }
  var content = content
  var address = address
  return control.withUnsafeMutableBytes { control in
    content.withUnsafeMutableBytes { content in
      withUnsafeMutablePointer(to: &address) { address in
        var part = iovec(iov_base: content.baseAddress, iov_len: content.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var header = msghdr()
          header.msg_name = UnsafeMutableRawPointer(address)
          header.msg_namelen = socklen_t(MemoryLayout<sockaddr_un>.size)
          header.msg_iov = part
          header.msg_iovlen = 1
          header.msg_control = control.baseAddress
          header.msg_controllen = control.count
          return sendmsg(number, &header, 0)
        }
      }
    }
  }
}
#endif
