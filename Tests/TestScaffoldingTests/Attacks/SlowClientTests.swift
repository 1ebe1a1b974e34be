import Glibc
import OperatingSystem
import TestSupport
import Testing

@testable import TestScaffolding

@Suite("Slow, silent and many clients", .serialized)
struct SlowClientTests {
  typealias Door = AttackedApp.Door

  @Test("that send a byte now and then keep nobody out", arguments: Door.allCases)
  func slowLoris(door: Door) async throws {
    let effort = try Effort()
    let app = try await AttackedApp()
    let request =
      Array("POST /tap HTTP/1.1\r\nHost: 127.0.0.1:1\r\nX: ".utf8) + Array(repeating: 120, count: 999)
    var clients = try (0..<400).map { _ in (client: try app.client(door), sent: 0) }
    var displaced = 0
    let rounds = effort.rounds(5)
    for _ in 0..<rounds {
      for index in clients.indices {
        do {
          try clients[index].client.send([request[clients[index].sent % request.count]])
          clients[index].sent += 1
        } catch {
          displaced += 1
          clients[index] = (try app.client(door), 0)
        }
      }
      #expect(try await app.serves())
    }
    clients = []
    try await app.waitForCalm()
    effort.report(
      "400 slow clients at the \(door), \(rounds) bytes each: \(displaced) displaced, others served; "
        + "\(try app.peakGrowth()) KiB more at most")
  }

  @Test("that say nothing, or no more, keep nobody out", arguments: Door.allCases)
  func halfOpen(door: Door) async throws {
    let effort = try Effort()
    let app = try await AttackedApp()
    var clients: [TestClient] = []
    let rounds = effort.rounds(2)
    for round in 0..<rounds {
      for index in 0..<300 {
        let client = try app.client(door)
        switch (index + round) % 4 {
        case 0: break
        case 1: client.finishSending()
        case 2:
          try client.send("GET /tree HTTP/1.1\r\nHost")
          client.finishSending()
        default:
          // Nothing will be drawn, so this waits for ten minutes.
          try client.send(app.request("GET", "/tree?after=1000000&timeout=600000"))
          client.finishSending()
        }
        clients.append(client)
      }
      #expect(try await app.serves())
      clients = clients.suffix(600)
    }
    clients = []
    #expect(try await app.serves())
    // Over TCP nobody hears whether a client that sends no more still listens.
    if door == .socket { try await app.waitForCalm() }
    effort.report(
      "\(300 * rounds) silent clients at the \(door), others served; \(try app.peakGrowth()) KiB more at most"
    )
  }

  @Test(
    "that are a thousand at once are all answered, with the status or with a refusal",
    arguments: Door.allCases)
  func thousand(door: Door) async throws {
    let effort = try Effort()
    let app = try await AttackedApp()
    var statuses: [Int: Int] = [:]
    for _ in 0..<effort.rounds(1) {
      let clients = try (0..<1000).map { _ in try app.client(door) }
      for client in clients {
        // Whoever has been refused may have been hung up on, too, and finds the reason when it listens.
        try? client.send(app.request("GET", "/status"))
      }
      #expect(await app.servesNewcomers())
      for client in clients { statuses[try client.reply().status, default: 0] += 1 }
    }
    try await app.waitForCalm()
    #expect(Set(statuses.keys) == [200, 503] && statuses[200, default: 0] >= 200, "\(statuses)")
    effort.report(
      "1,000 clients at once at the \(door), \(effort.rounds(1)) times: \(statuses[200, default: 0]) served, "
        + "\(statuses[503, default: 0]) refused in words; \(try app.peakGrowth()) KiB more at most")
  }
}
