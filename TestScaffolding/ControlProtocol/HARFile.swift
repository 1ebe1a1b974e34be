#if DEBUG
package import Foundation

/// Exchanges between an app and servers in the form of HAR 1.2, as browsers and proxies write it.
package struct HARFile: Sendable, Equatable {
  package var exchanges: [NetworkExchange]

  /// Reads a file; throws what is wrong with it, and where.
  package init(reading path: String) throws(NetworkMessageError) {
    func wrong(_ problem: String) -> NetworkMessageError { .init(recording: path, problem) }
    let file = URL(filePath: path)
    let status = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
    let kind = status?[.type] as? FileAttributeType
    if kind == .typeDirectory { throw wrong("it is a folder") }
    // Whoever opened a pipe would wait for somebody who writes to it.
    if let kind, kind != .typeRegular { throw wrong("it is no file") }
    let size = status?[.size] as? Int ?? 0
    if let problem = Self.problem(ofBytes: size) { throw wrong(problem) }
    let bytes: Data
    do {
      bytes = try Data(contentsOf: file)
    } catch {
      throw FileManager.default.fileExists(atPath: path)
        ? wrong("it cannot be read: \(error.localizedDescription)")
        : wrong("there is no such file; make it with CLEANSLATE_NETWORK=record in the environment")
    }
    // It may have grown, and a file of the kernel has no size.
    if let problem = Self.problem(ofBytes: bytes.count) { throw wrong(problem) }
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: bytes)
    } catch let error as DecodingError {
      throw wrong(Self.problem(error, in: bytes))
    } catch {
      throw wrong("\(error)")
    }
    exchanges = []
    for (index, entry) in document.log.entries.enumerated() {
      do {
        exchanges.append(try entry.exchange())
      } catch {
        throw wrong("log.entries[\(index)]: \(error)")
      }
    }
  }

  /// The most bytes of a file.
  package static let mostBytes = 32 << 20

  private static func problem(ofBytes count: Int, atMost limit: Int = mostBytes) -> String? {
    count <= limit
      ? nil : "it has \(count) bytes, and an app would take too long for more than \(limit >> 20) MiB"
  }

  package init(_ exchanges: [NetworkExchange]) { self.exchanges = exchanges }

  /// The routes that give the answers again, each once.
  package var routes: [NetworkRoute] { exchanges.map(NetworkRoute.init) }

  /// The file's content, with what header fields usually keep secret blanked; throws if nobody could read so much again.
  package func bytes(atMost limit: Int = mostBytes) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let entries = exchanges.map { Entry(Self.blanked($0)) }
    let bytes = try encoder.encode(Document(log: Document.Log(entries: entries))) + Data("\n".utf8)
    if let problem = Self.problem(ofBytes: bytes.count, atMost: limit) { throw NetworkMessageError(problem) }
    return bytes
  }

  private static func blanked(_ exchange: NetworkExchange) -> NetworkExchange {
    var exchange = exchange
    exchange.headers = ExchangesReply.blanked(exchange.headers)
    exchange.answerHeaders = ExchangesReply.blanked(exchange.answerHeaders)
    return exchange
  }

  private static func problem(_ error: DecodingError, in bytes: Data) -> String {
    switch error {
    case .keyNotFound(let key, let context): "\"\(key.stringValue)\" is missing in \(place(context))"
    case .typeMismatch(let type, let context): "\(place(context)) is no \(type)"
    case .valueNotFound(_, let context): "\(place(context)) is null"
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      // What else it may be is not for a log.
      "it is no whole JSON; it has \(bytes.count) bytes in \(bytes.count { $0 == 10 }) lines"
    case .dataCorrupted(let context): "\(place(context)): \(context.debugDescription)"
    @unknown default: "\(error)"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.reduce("") { path, key in
      key.intValue.map { "\(path)[\($0)]" } ?? (path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)")
    }
    return path.isEmpty ? "the file" : path
  }
}

extension NetworkRoute {
  /// The route that gives a recorded answer again, once.
  fileprivate init(_ exchange: NetworkExchange) {
    self.init(to: exchange.target, status: exchange.status, once: true)
    fails = exchange.fails
    guard fails == nil else { return }
    // What the app gave up has no answer to give.
    guard status != nil else {
      delaySeconds = Self.longestDelay
      return
    }
    // What describes how bytes were sent does not hold for those that are kept.
    let ofTransport = ["content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"]
    headers = exchange.answerHeaders.filter { name, _ in
      !ofTransport.contains(name.lowercased()) && !name.hasPrefix(":")
    }
    text = exchange.answer.text
    base64 = exchange.answer.base64
  }
}

// MARK: - The form of the file

private struct Document: Codable {
  struct Log: Codable {
    var version = "1.2"
    var creator = Creator()
    var entries: [Entry]
  }
  struct Creator: Codable {
    var name = "CleanSlate"
    var version = "1"
  }
  var log: Log
}

private struct Field: Codable {
  var name: String
  var value: String
}

private struct Entry: Codable {
  struct Request: Codable {
    var method: String
    var url: String
    var httpVersion = "HTTP/1.1"
    var cookies: [Field]? = []
    var headers: [Field]
    var queryString: [Field]? = []
    var postData: Content?
    var headersSize: Int? = -1
    var bodySize: Int? = -1
  }
  struct Content: Codable {
    var size: Int?
    var mimeType: String? = ""
    var text: String?
    var encoding: String?
    var _file: String?
  }
  struct Response: Codable {
    var status: Int
    var statusText: String? = ""
    var httpVersion: String? = "HTTP/1.1"
    var cookies: [Field]? = []
    var headers: [Field]
    var content: Content
    var redirectURL: String? = ""
    var headersSize: Int? = -1
    var bodySize: Int? = -1
    var _error: String?
  }
  struct Timings: Codable {
    var send = 0.0
    var wait = 0.0
    var receive = 0.0
  }
  struct Cache: Codable {}
  var startedDateTime: String?
  var time: Double?
  var request: Request
  var response: Response
  var cache: Cache? = Cache()
  var timings: Timings? = Timings()

  init(_ exchange: NetworkExchange) {
    startedDateTime = ClockTime.text(Date(timeIntervalSince1970: Double(exchange.unixMilliseconds) / 1000))
    time = Double(exchange.milliseconds)
    timings?.wait = Double(exchange.milliseconds)
    request = Request(
      method: exchange.method, url: exchange.url, headers: Self.fields(exchange.headers),
      postData: exchange.body == NetworkContent() ? nil : Content(exchange.body))
    response = Response(
      status: exchange.status ?? 0, headers: Self.fields(exchange.answerHeaders),
      content: Content(exchange.answer),
      _error: exchange.fails?.rawValue ?? (exchange.status == nil ? Self.givenUp : nil))
  }

  /// What a request has in the place of a failure that the app gave up, or that was under way at the end.
  private static let givenUp = "cancelled"

  private static func fields(_ headers: [String: String]) -> [Field] {
    headers.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) }
  }

  func exchange() throws(NetworkMessageError) -> NetworkExchange {
    guard response.status == 0 || (200...599).contains(response.status) else {
      throw NetworkMessageError("the status \(response.status) is none of an answer")
    }
    let fails = response._error.flatMap(NetworkFailure.init(rawValue:))
    guard response.status != 0 || fails != nil || response._error == Self.givenUp else {
      throw NetworkMessageError("it has neither a status nor an error that is known")
    }
    _ = try NetworkPattern("\(request.method) \(request.url)")
    let content = response.content
    // Browsers leave out what they do not have any more, or write it to another file.
    if content.text == nil, content._file != nil || content.size ?? 0 > 0, response.status != 0,
      request.method.uppercased() != "HEAD"
    {
      throw NetworkMessageError("the file does not have the content of the answer")
    }
    if let encoding = content.encoding, !["", "base64"].contains(encoding) {
      throw NetworkMessageError("the encoding \"\(encoding)\" is not \"base64\"")
    }
    return NetworkExchange(
      unixMilliseconds: 0, milliseconds: Int(exactly: (time ?? 0).rounded()) ?? 0, method: request.method,
      url: request.url,
      headers: Self.headers(request.headers), body: request.postData?.content ?? NetworkContent(),
      status: response.status == 0 ? nil : response.status, answerHeaders: Self.headers(response.headers),
      answer: content.content, fails: response.status == 0 ? fails : nil)
  }

  private static func headers(_ fields: [Field]) -> [String: String] {
    Dictionary(fields.map { ($0.name, $0.value) }) { "\($0), \($1)" }
  }
}

extension Entry.Content {
  init(_ content: NetworkContent) {
    size = content.byteCount
    text = content.text ?? content.base64
    encoding = content.base64 == nil ? nil : "base64"
  }

  var content: NetworkContent {
    encoding == "base64" ? NetworkContent(base64: text) : NetworkContent(text: text)
  }
}
#endif
