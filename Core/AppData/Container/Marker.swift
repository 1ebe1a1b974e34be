import Foundation
import OperatingSystem

/// What the marker file of a container's folder says.
struct Marker: Sendable {
  static let fileName = FileName(".cleanslate-container")

  enum Owner: Sendable {
    case app(String)
    case group(String)
  }

  let contents: Data
  /// The contents on one line, for messages.
  let summary: String

  init(_ owner: Owner) {
    let lines =
      switch owner {
      case .app(let id): ["CleanSlate container", "format 1", "app \(id)"]
      case .group(let id): ["CleanSlate container", "format 1", "group \(id)"]
      }
    contents = Data(lines.map { "\($0)\n" }.joined().utf8)
    summary = lines.joined(separator: ", ")
  }

  /// Whether other contents are a beginning of these, as short as none or not quite whole.
  func isCutOff(_ other: Data) -> Bool {
    other.count < contents.count && contents.starts(with: other)
  }

  /// Other contents on one line, for messages.
  static func summary(of other: Data) -> String {
    String(decoding: other.prefix(200), as: UTF8.self).split(separator: "\n").joined(separator: ", ")
  }
}
