#if DEBUG
import AppData
import LocalHTTP

/// Shows a page that this app knows its token, without telling it.
///
/// A page goes on when its app is back. Meanwhile another program may have taken the port, so the page shows its token only
/// to who has proved to know it. The host is part of the proof: nobody at another port can pass on the app's own.
struct TokenProof: Encodable {
  static let path = "/proof"

  let proof: String

  init(of request: HTTPRequest, token: String) throws(RequestError) {
    try request.expect("GET")
    guard let nonce = request.query["nonce"], (32...128).contains(nonce.utf8.count) else {
      throw .malformed("Expected \(Self.path)?nonce=TEXT with 32 to 128 bytes that nobody has used before.")
    }
    proof = Digest(of: "\(request.headers["host"] ?? "") \(nonce) \(token)".utf8).description
  }
}
#endif
