import OperatingSystem
import TestSupport
import Testing

@testable import LocalHTTP

@Suite("The room of a control server")
struct ControlServerRoomTests {
  private func waitUntilRouted(_ path: String, _ fixture: ServerFixture) async {
    while !fixture.router.seen.contains(path) { await Task.yield() }
  }

  /// A server that gives up on nobody before its room is needed.
  private func patientFixture(connections: Int) throws -> ServerFixture {
    try ServerFixture { limits in
      limits.connections = connections
      (limits.request, limits.send) = (.seconds(1000), .seconds(1000))
    }
  }

  @Test("goes to a newcomer rather than to a client that does not get on with its request, which is told so")
  func unfinishedRequest() async throws {
    let fixture = try patientFixture(connections: 2)
    let slow = try fixture.client()
    try slow.send("POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")
    let busy = try fixture.client()
    try busy.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
    await waitUntilRouted("/wait", fixture)
    #expect(try fixture.client().get("/new").status == 200)
    let reply = try slow.reply()
    #expect(reply.status == 503)
    #expect(
      reply.body
        == #"{"code":"failed","message":"Another client needed the connection before the request was whole. "#
        + #"Send it again, at once."}"#)
    #expect(try slow.rest() == "")
    fixture.router.gate.open()
    #expect(try busy.reply().body == "GET /wait ")
  }

  @Test("goes to a newcomer rather than to a client that does not take its answer")
  func untakenAnswer() async throws {
    let fixture = try patientFixture(connections: 1)
    let stuck = try fixture.client()
    try stuck.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
    await waitUntilRouted("/large", fixture)
    #expect(try fixture.client().get("/new").status == 200)
    #expect(try stuck.rest().utf8.count < 1 << 20)
  }

  @Test("is taken from strangers before it is taken from whoever has been served")
  func strangers() throws {
    let fixture = try patientFixture(connections: 3)
    let known = try fixture.client()
    #expect(try known.get("/1").status == 200)
    let silent = try fixture.client()
    let halting = try fixture.client()
    try halting.send("GET")
    let (first, second) = (try fixture.client(), try fixture.client())
    #expect(try silent.reply().status == 503)
    #expect(try halting.reply().status == 503)
    for client in [known, first, second] { #expect(try client.get("/3").status == 200) }
  }

  @Test("goes to a newcomer rather than to a client that hears no more", arguments: [false, true])
  func halfClosed(loopback: Bool) async throws {
    let fixture = try ServerFixture(loopback: loopback) { $0.connections = 1 }
    let host = fixture.server.address.description
    let head = " HTTP/1.1\r\nHost: \(host)\r\nAuthorization: Bearer \(fixture.token.text)\r\n\r\n"
    let silent = try fixture.client()
    try silent.send("GET /wait" + head)
    silent.finishSending()
    await waitUntilRouted("/wait", fixture)
    // The end may be heard only after the newcomer, which is refused then.
    var status = 503
    while status == 503 {
      let client = try fixture.client()
      try client.send("GET /new" + head)
      status = try client.reply().status
    }
    #expect(status == 200)
    #expect(try silent.rest() == "")
  }

  @Test("is free again at once when a client hangs up before its answer")
  func hangUp() async throws {
    let fixture = try ServerFixture { $0.connections = 1 }
    let client = try fixture.client()
    try client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n" + String(repeating: "x", count: 40_000))
    await waitUntilRouted("/wait", fixture)
    client.hangUp()
    #expect(try fixture.client().get("/new").status == 200)
  }

  @Test("is refused in words, however many ask and never leave")
  func refusals() async throws {
    let fixture = try ServerFixture { $0.connections = 1 }
    let busy = try fixture.client()
    try busy.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
    await waitUntilRouted("/wait", fixture)
    let refused = try (0..<100).map { _ in try fixture.client() }
    for client in refused { #expect(try client.reply().status == 503) }
    fixture.router.gate.open()
    #expect(try busy.reply().status == 200)
  }

  @Test("is not filled by those who are told to go, and do not")
  func crowdOfJunk() throws {
    let fixture = try ServerFixture { limits in
      limits.connections = 2
      limits.farewell = .seconds(1000)
    }
    let rude = try (0..<100).map { _ in
      let client = try fixture.client()
      try client.send("junk\n")
      return client
    }
    for client in rude { #expect(try client.reply().status == 400) }
    for client in rude.prefix(60) { #expect(throws: TestClient.Failure.self) { try client.send("more") } }
    #expect(try fixture.client().get("/new").status == 200)
  }
}
