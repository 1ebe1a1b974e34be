#if DEBUG
import LocalHTTP
@testable import LocalHTTP
@testable import TestScaffolding

/// Requests mean the same wherever their bytes are cut, can be written down again, and are answered one by one.
enum RequestTarget {
  static func check(_ input: [UInt8]) throws {
    let whole = try Reading([input[...]])
    try require(try Reading(pieces(of: input, upTo: 40)) == whole, "a cut changes what was read")
    try require(try Reading(pieces(of: input, upTo: 5000)) == whole, "a cut changes what was read")
    if input.count <= 400 {
      try require(try Reading(pieces(of: input, upTo: 1)) == whole, "single bytes change what was read")
    }
    for request in whole.requests {
      guard let bytes = written(request) else { continue }
      let again = try Reading([bytes[...]])
      try require(
        again.requests == [request] && again.refusal == nil && !again.isInside,
        "\(request) is written as \(String(decoding: bytes, as: UTF8.self)) and read as \(again)")
    }
    let token = ControlToken.none
    try converse(input, expecting: whole, RequestGuard(door: .unixSocket(owner: 0)))
    try converse(input, expecting: whole, RequestGuard(door: .loopback(port: 80, token: token)))
  }

  /// All that a stream of bytes amounts to.
  private struct Reading: Equatable {
    var requests: [HTTPRequest] = []
    var refusal: HTTPRefusal?
    var isInside = false

    init(_ pieces: [ArraySlice<UInt8>]) throws {
      var parser = HTTPRequestParser()
      var steps = 0
      do throws(HTTPRefusal) {
        for piece in pieces {
          piece.withUnsafeBytes { parser.append($0) }
          while true {
            let step = try parser.next()
            if step == .incomplete { break }
            steps += 1
            if case .request(let request) = step { requests.append(request) }
          }
        }
        isInside = parser.isInsideRequest
      } catch {
        refusal = error
      }
      let count = pieces.reduce(0) { $0 + $1.count }
      try require(steps <= count, "\(steps) steps for \(count) bytes")
    }
  }

  /// The request as bytes; nothing where those would be longer than a parser takes.
  private static func written(_ request: HTTPRequest) -> [UInt8]? {
    var line = Array("\(request.method) ".utf8) + escaped(request.path)
    for (index, pair) in request.query.enumerated() {
      line += Array((index == 0 ? "?" : "&").utf8) + escaped(pair.key) + Array("=".utf8)
      line += escaped(pair.value)
    }
    // A request that keeps the connection is of HTTP/1.1, and one that does not can be of HTTP/1.0.
    line += Array((request.keepsAlive ? " HTTP/1.1\r\n" : " HTTP/1.0\r\n").utf8)
    var fields: [UInt8] = []
    for field in request.headers.fields { fields += Array("\(field.name): \(field.value)\r\n".utf8) }
    guard line.count <= HTTPRequestParser.maximumRequestLine,
      fields.count + 2 <= HTTPMessageReader.maximumHead
    else { return nil }
    return line + fields + Array("\r\n".utf8) + request.body
  }

  private static func escaped(_ text: String) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x2F, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: [byte]
      default: [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
  }

  /// Answers everything at once, and checks that each request and at most one refusal is answered.
  private static func converse(
    _ input: [UInt8], expecting reading: Reading, _ requestGuard: RequestGuard
  ) throws {
    var conversation = Conversation(requestGuard)
    var routed: [HTTPRequest] = []
    var output: [UInt8] = []
    var rest = pieces(of: input, upTo: 3000)[...]
    var hasEnded = false
    for _ in 0..<(4 * input.count + 16) {
      switch conversation.next() {
      case .route(let request):
        routed.append(request)
        conversation.answer(HTTPResponse(status: 204))
      case .send: output += conversation.takeUnsent()
      case .receive, .sayFarewell:
        try require(conversation.wantsInput, "it waits for input that it does not want")
        if let piece = rest.popFirst() {
          piece.withUnsafeBytes { conversation.receive($0) }
        } else {
          try require(!hasEnded, "it waits for input after its end")
          hasEnded = true
          conversation.receiveEnd()
        }
      case .awaitAnswer: throw FuzzFailure("it waits for an answer that it has")
      case .close:
        try require(
          reading.requests.starts(with: routed), "it routes other requests than the parser has read")
        let answers = String(decoding: output, as: UTF8.self)
        try require(
          answers.ranges(of: "HTTP/1.1 204 ").count == routed.count, "it does not answer each request once")
        try require(answers.ranges(of: "\r\nConnection: close\r\n").count <= 1, "it says farewell twice")
        return
      }
    }
    throw FuzzFailure("it goes on for more than four steps a byte")
  }
}

extension ControlToken {
  /// A token that no input shows.
  fileprivate static let none = ControlToken.random()
}
#endif
