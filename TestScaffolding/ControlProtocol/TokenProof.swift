#if DEBUG
import AppData

/// Shows a client that this app knows its token, without telling it.
///
/// An app that has ended leaves its port to any program. So a client sends the token only to who has proved to know it. The
/// host is part of the proof: nobody at another port can pass on the app's own.
package struct TokenProof: Codable, Equatable, Sendable {
  package static let path = "/proof"
  /// The parameter that holds what nobody has used before.
  package static let nonce = "nonce"
  package static let nonceLengths = 32...128

  package let proof: String

  package init(host: String, nonce: String, token: String) {
    proof = Digest(of: "\(host) \(nonce) \(token)".utf8).description
  }
}
#endif
