#if DEBUG
/// A request that has arrived whole and is well formed.
package struct HTTPRequest: Sendable, Equatable {
  /// The method, as it was written: `GET`.
  package var method: String
  /// The path without its percent escapes: `/tap`.
  package var path: String
  /// The parameters after the question mark, without their escapes.
  package var query: [String: String]
  package var headers: HTTPHeaders
  package var body: [UInt8]
  /// Whether the connection stays open after the answer.
  var keepsAlive = true

  package init(
    method: String, path: String, query: [String: String] = [:], headers: HTTPHeaders = [:],
    body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }
}
#endif
