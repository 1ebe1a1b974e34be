#if DEBUG
import AppData
import Foundation

/// A page of HTML as one document: the style and the scripts that its file refers to stand in it.
package struct WholePage: Sendable {
  package let document: String
  private let parts: [String: [String]]

  /// - Parameter text: The text of a file by its name.
  package init(_ file: String, text: (String) -> String) {
    var parts: [String: [String]] = [:]
    func inserted(_ file: Substring, as kind: String) -> String {
      let text = text(String(file))
      parts[kind, default: []].append(text)
      return "<\(kind)>\(text)</\(kind)>"
    }
    document = text(file)
      .replacing(/<link rel="stylesheet" href="(.+)">/) { inserted($0.output.1, as: "style") }
      .replacing(/<script src="(.+)"><\/script>/) { inserted($0.output.1, as: "script") }
    self.parts = parts
  }

  /// The part of a policy that allows no script, or no style, but the page's own.
  package func source(of kind: String) -> String {
    let hashes = parts[kind, default: []].map {
      "'sha256-\(Data(Digest(of: $0.utf8).bytes).base64EncodedString())'"
    }
    return "\(kind)-src \(hashes.joined(separator: " "))"
  }
}
#endif
