import LocalHTTP
import Testing

@testable import LocalHTTP

@Suite("A conversation on a connection")
struct ConversationTests {
  private let request = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
  private var conversation = Conversation(RequestGuard(door: .unixSocket(owner: 0)))

  @Test("hands over one request, and the next one when the first is answered and sent")
  mutating func turns() {
    hear(request + request)
    let first = HTTPRequest(method: "GET", path: "/a", headers: ["Host": "x"])
    #expect(conversation.next() == .route(first))
    #expect(conversation.next() == .awaitAnswer)
    conversation.answer(HTTPResponse())
    #expect(conversation.next() == .send)
    send(5)
    #expect(conversation.next() == .send)
    _ = conversation.takeUnsent()
    #expect(conversation.next() == .route(first))
  }

  @Test(
    "sends no body to HEAD, also where it refuses",
    arguments: [
      (401, "/a HTTP/1.1\r\nHost: localhost:1\r\n\r\n"), (400, "/a HTTP/1.1\r\n\r\n"),
      (400, "/a HTTP/1.1\r\nHost: localhost:1\r\nContent-Length: 1\r\n"), (505, "/a HTTP/2.0\r\n"),
      (413, "/a HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n"),
      (414, String(repeating: "a", count: 8 << 10)), (408, "/a"),
    ])
  mutating func head(status: Int, request: String) {
    conversation = Conversation(RequestGuard(door: .loopback(port: 1, token: .random())))
    hear("HEAD " + request)
    if conversation.next() == .receive {
      if status == 408 { conversation.giveUp(after: ServerLimits()) } else { conversation.receiveEnd() }
    }
    #expect(conversation.next() == .send)
    let answer = String(decoding: conversation.takeUnsent(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.hasSuffix("\r\n\r\n"), "\(answer)")
  }

  @Test("sends a body where it refuses what follows a HEAD")
  mutating func afterHead() {
    hear("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\nGET")
    _ = conversation.next()
    conversation.answer(HTTPResponse())
    _ = conversation.takeUnsent()
    #expect(conversation.next() == .receive)
    conversation.giveUp(after: ServerLimits())
    #expect(!String(decoding: conversation.takeUnsent(), as: UTF8.self).hasSuffix("\r\n\r\n"))
  }

  @Test("takes in only a little more while an answer is in the making")
  mutating func readAhead() {
    hear(request)
    _ = conversation.next()
    #expect(conversation.wantsInput)
    hear(String(repeating: "x", count: (16 << 10) - 1))
    #expect(conversation.wantsInput)
    hear("x")
    #expect(!conversation.wantsInput)
    #expect(conversation.wait == .answer(clientHasEnded: false))
  }

  @Test("begins a new wait with each request, and with each part of an answer that is taken")
  mutating func waits() {
    #expect(conversation.wait == .request(number: 0, hasBegun: false))
    hear("GET /a ")
    #expect(conversation.next() == .receive)
    #expect(conversation.wait == .request(number: 0, hasBegun: true))
    hear("HTTP/1.1\r\nHost: x\r\n\r\nGET")
    _ = conversation.next()
    conversation.answer(HTTPResponse(status: 204))
    #expect(conversation.wait == .sending(left: 27))
    send(7)
    #expect(conversation.wait == .sending(left: 20))
    send(20)
    #expect(conversation.next() == .receive)
    #expect(conversation.wait == .request(number: 1, hasBegun: true))
  }

  @Test("says farewell to a client that was refused, hears it out, and closes when it has gone")
  mutating func farewell() {
    hear("junk\n")
    #expect(conversation.next() == .send)
    _ = conversation.takeUnsent()
    #expect(conversation.next() == .sayFarewell)
    #expect(conversation.wantsInput)
    hear(request)
    #expect(conversation.next() == .sayFarewell)
    conversation.receiveEnd()
    #expect(!conversation.wantsInput)
    #expect(conversation.next() == .close)
  }

  @Test("ends without a word if it was idle, or if its words are not taken", arguments: [false, true])
  mutating func givesUp(isSending: Bool) {
    if isSending {
      hear(request)
      _ = conversation.next()
      conversation.answer(HTTPResponse())
    }
    conversation.giveUp(after: ServerLimits())
    #expect(conversation.next() == (isSending ? .close : .sayFarewell))
    conversation.giveUp(after: ServerLimits())
    #expect(conversation.next() == .close)
  }

  private mutating func send(_ count: Int) {
    conversation.putBack(conversation.takeUnsent().dropFirst(count))
  }

  private mutating func hear(_ text: String) {
    Array(text.utf8).withUnsafeBytes { conversation.receive($0) }
  }
}
