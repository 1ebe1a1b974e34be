import TestSupport
import Testing

@testable import LocalHTTP

@Suite("The control server")
struct ControlServerTests {
  @Test("answers one request after the other on one connection, also with the help of an actor")
  func keepAlive() throws {
    let fixture = try ServerFixture()
    let client = try fixture.client()
    for path in ["/a", "/actor", "/b", "/actor"] {
      #expect(
        try client.get(path)
          == .init(
            status: 200, head: "HTTP/1.1 200 OK\r\nContent-Length: \(path.count + 5)\r\n\r\n",
            body: "GET \(path) "))
    }
  }

  @Test("takes a body that comes in pieces")
  func pieces() throws {
    let fixture = try ServerFixture()
    let client = try fixture.client()
    for piece in ["POST /type HTT", "P/1.1\r\nHost: x\r\nContent-Le", "ngth: 5\r\n\r\nhe", "llo"] {
      try client.send(piece)
      #expect(try fixture.client().get("/other").status == 200)
    }
    #expect(try client.reply().body == "POST /type hello")
  }

  @Test("answers many pipelined requests in order, whether they hop to an actor or not")
  func pipelining() throws {
    let fixture = try ServerFixture()
    let client = try fixture.client()
    let paths = (0..<2000).map { $0.isMultiple(of: 7) ? "/actor" : "/\($0)" }
    let text = paths.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined()
    try client.send(text)
    client.finishSending()
    for path in paths { #expect(try client.reply().body == "GET \(path) ") }
    #expect(try client.rest() == "")
  }

  @Test("hands a request over only when the one before is answered, and serves others meanwhile")
  func order() throws {
    let fixture = try ServerFixture()
    let slow = try fixture.client()
    try slow.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n")
    let other = try fixture.client()
    for _ in 0..<5 { #expect(try other.get("/other").status == 200) }
    #expect(fixture.router.seen.filter { $0 != "/other" } == ["/wait"])
    fixture.router.gate.open()
    #expect(try slow.reply().body == "GET /wait ")
    #expect(try slow.reply().body == "GET /next ")
  }

  @Test("still answers a client that sends no more")
  func halfClosed() throws {
    let fixture = try ServerFixture()
    let client = try fixture.client()
    try client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
    client.finishSending()
    #expect(try fixture.client().get("/other").status == 200)
    fixture.router.gate.open()
    #expect(try client.rest() == "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nGET /wait ")
  }

  @Test("bears clients that leave in the middle of a request or before its answer")
  func earlyClose() throws {
    let fixture = try ServerFixture()
    for text in ["", "GET", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"] {
      let client = try fixture.client()
      try client.send(text)
    }
    for path in ["/wait", "/large"] {
      let client = try fixture.client()
      try client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
    }
    #expect(try fixture.client().get("/still").status == 200)
    fixture.router.gate.open()
    #expect(try fixture.client().get("/there").status == 200)
  }

  @Test("tells a client that stops in the middle of a request, and hangs up")
  func cutOff() throws {
    let fixture = try ServerFixture()
    let client = try fixture.client()
    try client.send("GET / HTTP/1.1\r\nHos")
    client.finishSending()
    #expect(try client.reply().status == 400)
    #expect(try client.rest() == "")
  }

  @Test("sends a large answer to a slow reader while it serves others")
  func slowReader() throws {
    let fixture = try ServerFixture()
    let slow = try fixture.client()
    try slow.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\nGET /after HTTP/1.1\r\nHost: x\r\n\r\n")
    for _ in 0..<5 { #expect(try fixture.client().get("/other").status == 200) }
    #expect(!fixture.router.seen.contains("/after"))
    #expect(try slow.reply().body.utf8.count == 1 << 20)
    #expect(try slow.reply().body == "GET /after ")
  }

  @Test("gives up on a reader that takes nothing")
  func stuckReader() throws {
    let fixture = try ServerFixture { $0.send = .milliseconds(20) }
    let stuck = try fixture.client()
    try stuck.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
    try stuck.waitForHangUp()
    #expect(try stuck.rest().utf8.count < 1 << 20)
  }

  @Test("gives up on a request that does not arrive whole, and says so")
  func lateRequest() throws {
    let fixture = try ServerFixture { $0.request = .milliseconds(20) }
    let idle = try fixture.client()
    let late = try fixture.client()
    try late.send("GET /late HTTP/1.1\r\n")
    let reply = try late.reply()
    #expect(reply.status == 408)
    #expect(reply.head.contains("\r\nConnection: close\r\n"))
    #expect(try late.rest() == "")
    #expect(try idle.get("/idle").status == 200)
  }

  @Test("gives up on a late request that came behind another one")
  func lateSecondRequest() throws {
    let fixture = try ServerFixture { $0.request = .milliseconds(20) }
    let client = try fixture.client()
    try client.send("GET /actor HTTP/1.1\r\nHost: x\r\n\r\nGET /late")
    #expect(try client.reply().body == "GET /actor ")
    #expect(try client.reply().status == 408)
  }

  @Test("closes when asked to, and answers nothing behind that")
  func close() throws {
    let fixture = try ServerFixture()
    let client = try fixture.client()
    try client.send(
      "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(
      try client.rest() == "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\nGET /a ")
    #expect(fixture.router.seen == ["/a"])
  }

  @Test("refuses what is not HTTP, with an answer that arrives although more was sent")
  func junk() throws {
    for fixture in [try ServerFixture(), try ServerFixture(loopback: true)] {
      let client = try fixture.client()
      try client.send("GET / HTTP/1.1\nHost: x\n\n" + String(repeating: "junk", count: 10_000))
      let reply = try client.reply()
      #expect(reply.status == 400)
      #expect(reply.body.hasPrefix(#"{"code":"badRequest","#))
      client.finishSending()
      #expect(try client.rest() == "")
    }
  }

  @Test("gives leave to send a large body, and refuses one that is too large before it is sent")
  func expectContinue() throws {
    let fixture = try ServerFixture()
    let client = try fixture.client()
    let head = "POST /big HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: "
    try client.send(head + "4\r\n\r\n")
    #expect(try client.reply().status == 100)
    try client.send("body")
    #expect(try client.reply().body == "POST /big body")
    try client.send(head + "2000000\r\n\r\n")
    #expect(try client.reply().status == 413)
  }

  @Test("answers HEAD without a body")
  func head() throws {
    let fixture = try ServerFixture()
    let client = try fixture.client()
    try client.send("HEAD /a HTTP/1.0\r\n\r\n")
    #expect(try client.rest() == "HTTP/1.1 200 OK\r\nContent-Length: 8\r\nConnection: close\r\n\r\n")
  }

  @Test("makes room by closing the connection that was idle longest, and only an idle one")
  func room() throws {
    let fixture = try ServerFixture { $0.connections = 3 }
    let first = try fixture.client()
    #expect(try first.get("/1").status == 200)
    let busy = try fixture.client()
    try busy.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
    let second = try fixture.client()
    #expect(try second.get("/2").status == 200)
    let third = try fixture.client()
    #expect(try third.get("/3").status == 200)
    #expect(try first.rest() == "")
    #expect(try second.get("/2").status == 200)
    fixture.router.gate.open()
    #expect(try busy.reply().status == 200)
  }

  @Test("says that it is full while all connections are busy, and serves again when one is not")
  func full() throws {
    let fixture = try ServerFixture { $0.connections = 2 }
    let busy = [try fixture.client(), try fixture.client()]
    for client in busy { try client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n") }
    let refused = try fixture.client()
    let reply = try refused.reply()
    #expect(reply.status == 503)
    #expect(
      reply.body
        == #"{"code":"failed","message":"The app serves 2 connections already, all of them busy. "#
        + #"Close one, or try again later."}"#)
    #expect(try refused.rest() == "")
    fixture.router.gate.open()
    for client in busy { #expect(try client.reply().status == 200) }
    #expect(try fixture.client().get("/free").status == 200)
  }
}
