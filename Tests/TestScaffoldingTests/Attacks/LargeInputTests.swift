import Foundation
import OperatingSystem
import TestSupport
import Testing

@testable import TestScaffolding

@Suite("Large, wrong and unfinished requests", .serialized)
struct LargeInputTests {
  typealias Door = AttackedApp.Door

  @Test("with a giant head or body are refused, and cost little memory", arguments: Door.allCases)
  func giants(door: Door) async throws {
    let effort = try Effort()
    let app = try await AttackedApp()
    let rounds = effort.rounds(20)
    let filler = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0..<rounds {
      for (start, status) in [
        ("GET /", 414), ("GET / HTTP/1.1\r\nHost: a\r\nX: ", 431),
        ("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 200), 431),
        ("POST /tap HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000000\r\n\r\n", 413),
        ("POST /tap HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
      ] {
        let client = try app.client(door)
        try client.send(start)
        // The refusal may come before all is sent.
        try? client.send(filler)
        #expect(try client.reply().status == status)
      }
    }
    #expect(try await app.serves())
    try await app.waitForCalm()
    let peak = try app.peakGrowth()
    #expect(peak < 32 << 10)
    effort.report("\(5 * rounds) giant requests at the \(door): all refused; \(peak) KiB more at most")
  }

  @Test("with a body that never ends cost no more than their bytes", arguments: Door.allCases)
  func unfinishedBodies(door: Door) async throws {
    let effort = try Effort()
    let app = try await AttackedApp()
    let rounds = effort.rounds(1)
    let body = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
    for _ in 0..<rounds {
      let clients = try (0..<100).map { _ in
        let client = try app.client(door)
        try client.send(app.request("POST", "/tap", body: body).dropLast())
        return client
      }
      #expect(try await app.serves())
      // On a busy machine the time for a request may be over by now.
      for client in clients { try? client.send(" ") }
      for client in clients { #expect([400, 408].contains(try client.reply().status)) }
    }
    // The allocator may keep what it has had to give, for the next bodies; they get no more.
    let most = 200 << 10
    try await app.waitForCalm(grownBy: most)
    let peak = try app.peakGrowth()
    #expect(peak < most)
    effort.report(
      "\(100 * rounds) bodies of 1 MiB without their last byte at the \(door): \(peak) KiB more at most")
  }

  @Test("that come in a long row are answered in order, or die with their client", arguments: Door.allCases)
  func pipelining(door: Door) async throws {
    let effort = try Effort()
    let app = try await AttackedApp()
    let rounds = effort.rounds(3)
    for _ in 0..<rounds {
      let row = (0..<300).flatMap { app.request($0.isMultiple(of: 3) ? "PUT" : "GET", "/status") }
      let (reader, deserter) = (try app.client(door), try app.client(door))
      try reader.send(row)
      try deserter.send(row)
      #expect(try await app.serves())
      for number in 0..<300 {
        #expect(try reader.reply().status == (number.isMultiple(of: 3) ? 405 : 200))
      }
    }
    try await app.waitForCalm()
    effort.report(
      "\(600 * rounds) requests in rows of 300 at the \(door): in order; \(try app.peakGrowth()) KiB more at most"
    )
  }

  @Test("of clients that leave in the middle of anything leave nothing behind", arguments: Door.allCases)
  func earlyClose(door: Door) async throws {
    let effort = try Effort()
    let app = try await AttackedApp()
    let whole = app.request("POST", "/tap", body: Array(#"{"id":"nothing"}"#.utf8))
    let poll = app.request("GET", "/tree?after=1000000&timeout=600000")
    let rounds = effort.rounds(1)
    for _ in 0..<rounds {
      for end in whole.indices { try app.client(door).send(Array(whole[..<end])) }
      for _ in 0..<100 {
        try app.client(door).send(whole)
        try app.client(door).send(whole + whole.dropLast())
        if door == .socket { try app.client(door).send(poll) }
        let reader = try app.client(door)
        try reader.send(app.request("GET", "/tree"))
        try reader.receiveSome()
      }
      #expect(try await app.serves())
    }
    try await app.waitForCalm()
    effort.report(
      "\(rounds * (whole.count + 400)) clients left early at the \(door); \(try app.peakGrowth()) KiB more at most"
    )
  }

  @Test("of pure noise are refused", arguments: Door.allCases)
  func noise(door: Door) async throws {
    let effort = try Effort()
    let app = try await AttackedApp()
    var random = effort.generator("noise")
    let rounds = effort.rounds(200)
    for _ in 0..<rounds {
      let size = Int.random(in: 1...20_000, using: &random)
      let noise = (0..<(size + 7) / 8).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
      let client = try app.client(door)
      try? client.send(noise)
      client.finishSending()
      let status = try client.reply().status
      #expect((400...499).contains(status), "status \(status), seed \(effort.seed)")
    }
    #expect(try await app.serves())
    try await app.waitForCalm()
    effort.report(
      "\(rounds) requests of noise at the \(door): refused; \(try app.peakGrowth()) KiB more at most")
  }
}
