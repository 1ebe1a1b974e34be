import Foundation
import OperatingSystem
import TestSupport
import Testing

@testable import LocalHTTP

// What concerns all descriptors of a process is tested in a process that does nothing else.
@Suite("Stopping a control server, and running out of descriptors", .serialized)
struct ControlServerStopTests {
  @Test("closes everything, whatever is under way, and gives the address free")
  func releases() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let base = try SocketFolder()
        for address in [base.socket, .loopback(port: 0)] {
          let before = try descriptors()
          let router = EchoRouter()
          let token = ControlToken.random()
          let server = try ControlServer.start(at: address, token: token, router: router.answer)
          do {
            let host = "\(server.address)"
            let fields = " HTTP/1.1\r\nHost: \(host)\r\nAuthorization: Bearer \(token.text)\r\n\r\n"
            let idle = try TestClient(server.address)
            let waiting = try TestClient(server.address)
            let stuck = try TestClient(server.address)
            try waiting.send("GET /wait" + fields)
            try stuck.send("GET /large" + fields)
            while !router.seen.contains("/wait") || !router.seen.contains("/large") {
              try idle.send("GET /idle" + fields)
              #expect(try idle.reply().status == 200)
            }
            server.stop()
            server.stop()
            #expect(try waiting.rest() == "")
            #expect(throws: TestClient.Failure.self) { try TestClient(server.address) }
          }
          #expect(try descriptors() == before)
          router.gate.open()
          let again = try ControlServer.start(at: server.address, token: .random(), router: router.answer)
          again.stop()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: base.path) == [])
      }
    }
  }

  @Test("happens by itself when nobody holds the server any more")
  func dropped() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let base = try SocketFolder()
        let before = try descriptors()
        _ = try ControlServer.start(at: base.socket, token: .random()) { _ in HTTPResponse() }
        #expect(try descriptors() == before)
      }
    }
  }

  @Test("releases everything of a start that failed")
  func failedStart() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let fixture = try ServerFixture(loopback: true)
        try "".write(toFile: fixture.folder.path + "/app.sock", atomically: false, encoding: .utf8)
        let before = try descriptors()
        for address in [fixture.folder.socket, fixture.server.address] {
          #expect(throws: ControlServerError.self) {
            try ControlServer.start(at: address, token: .random()) { _ in HTTPResponse() }
          }
        }
        #expect(try descriptors() == before)
      }
    }
  }

  @Test("leaves no descriptor to a child process")
  func closeOnExec() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let before = try descriptors()
        let fixture = try ServerFixture()
        let client = try fixture.client()
        #expect(try client.get("/").status == 200)
        let opened = try descriptors().subtracting(before)
        #expect(opened.count == 5)
        #expect(opened.filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 } == [])
      }
    }
  }

  @Test("says why a server ends that may no longer wait for so many descriptors")
  func limited() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let (folder, router) = (try SocketFolder(), EchoRouter())
        let (hearing, telling) = try Descriptor.pipe()
        let server = try ControlServer.start(
          at: folder.socket, token: .random(), onRefusal: { _ = try? telling.writeNow(Array($0.utf8)) },
          router: router.answer)
        let client = try TestClient(server.address)
        var limit = rlimit(rlim_cur: 1, rlim_max: 1_024)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        let told = String(decoding: try #require(try hearing.readSome()), as: UTF8.self)
        #expect(told == "The server has ended: poll failed: Invalid argument", "\(told)")
        server.stop()
      }
    }
  }

  @Test("without a free descriptor, an idle connection makes room; without one of those, the client waits")
  func outOfDescriptors() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let fixture = try ServerFixture()
        let idle = try fixture.client()
        let busy = try fixture.client()
        // More than one, as the runtime may give back a descriptor of its own in the middle of the shortage.
        let newcomers = try (0..<8).map { _ in try TestClient(preparedFor: fixture.server.address) }
        let next = newcomers[7]
        let last = try TestClient(preparedFor: fixture.server.address)
        try busy.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
        // At least once, as one who has asked for nothing yet is sent away with a word.
        repeat { #expect(try idle.get("/idle").status == 200) } while !fixture.router.seen.contains("/wait")

        let first = DescriptorShortage()
        for newcomer in newcomers { try newcomer.connect() }
        let farewell = try idle.rest()
        first.end()
        #expect(farewell == "")
        let reply = try next.get("/next")
        #expect(reply.status == 200, "\(reply)")

        try next.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
        let second = DescriptorShortage()
        try last.connect()
        try last.send("GET /last HTTP/1.1\r\nHost: x\r\n\r\n")
        second.end()
        #expect(try last.reply().body == "GET /last ")
        fixture.router.gate.open()
        #expect(try busy.reply().status == 200)
        #expect(try next.reply().status == 200)
      }
    }
  }
}

/// Takes all descriptors that the process may have, until it ends.
private struct DescriptorShortage {
  private var taken: [Int32] = []

  init() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = 128
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    while true {
      let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
      if number < 0 { break }
      taken.append(number)
    }
  }

  func end() {
    for number in taken { close(number) }
  }
}

/// The numbers of the sockets and of the folders of sockets that are open; what else is open, the runtime opens
/// and closes as it likes.
private func descriptors() throws -> Set<Int32> {
  Set(
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { number in
      // The descriptor of this very listing has gone by now.
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + number)
      return target.flatMap {
        $0.hasPrefix("socket:") || $0.hasPrefix("pipe:") || $0.contains("cleanslate-") ? Int32(number) : nil
      }
    })
}
