/// An HTTP request as it is sent, with no header but those that are named and those that HTTP demands.
package struct PlainRequest: Sendable {
  package var method: String
  package var path: String
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]

  package init(
    _ method: String, _ path: String, headers: [(name: String, value: String)] = [], body: String = ""
  ) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = Array(body.utf8)
  }

  /// The bytes on the wire; the host is the server's own address unless the headers name another one.
  func bytes(port: UInt16) -> [UInt8] {
    var lines = ["\(method) \(path) HTTP/1.1"]
    if !headers.contains(where: { $0.name.lowercased() == "host" }) {
      lines.append("Host: 127.0.0.1:\(port)")
    }
    lines += headers.map { "\($0.name): \($0.value)" }
    lines += ["Content-Length: \(body.count)", "Connection: close"]
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}

/// What a server answered.
package struct PlainResponse: Sendable {
  package let status: Int
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// Returns the first header of the name, in whatever letter case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Reads a whole answer, or returns nil as long as there is more to come.
  init?(_ bytes: [UInt8], isEnd: Bool) {
    guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self).components("\r\n")
    guard let first = lines.first?.split(separator: " "), first.count > 1, let status = Int(first[1]) else {
      return nil
    }
    let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (String(line[..<colon]), line[line.index(after: colon)...].trimmingSpaces)
    }
    let rest = bytes[headEnd.upperBound...]
    let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) }
    if let length {
      guard rest.count >= length else { return nil }
    } else if !isEnd {
      return nil
    }
    self.status = status
    self.headers = headers
    body = Array(rest.prefix(length ?? rest.count))
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
