#if DEBUG
import AppData
import ControlProtocol
import Foundation

/// Takes out of texts what was typed into secure fields, and what the app keeps as secrets.
struct SecretMask: Sendable {
  /// Each word as it is, and as it stands in an address, in a form and in JSON; the longest first.
  private let words: [String]

  init(_ secrets: some Sequence<String>) {
    words = Set(secrets.filter { $0.count >= Self.shortest }.flatMap(Self.forms))
      .sorted { ($0.count, $0) > ($1.count, $1) }
  }

  private static func forms(of word: String) -> [String] {
    let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    let kept = [
      .alphanumerics, unreserved, .urlQueryAllowed,
      CharacterSet.urlQueryAllowed.subtracting(CharacterSet(charactersIn: "&=+/?")),
      CharacterSet.urlQueryAllowed.subtracting(CharacterSet(charactersIn: "&=")),
    ]
    let escaped = kept.compactMap { word.addingPercentEncoding(withAllowedCharacters: $0) }
    let inJSON = [JSONEncoder.OutputFormatting(), .withoutEscapingSlashes].compactMap { formatting in
      let encoder = JSONEncoder()
      encoder.outputFormatting = formatting
      return (try? encoder.encode(word)).map { String(decoding: $0.dropFirst().dropLast(), as: UTF8.self) }
    }
    return [word] + escaped + escaped.map { $0.replacing("%20", with: "+") } + inJSON
  }

  /// A shorter text would be found everywhere.
  static let shortest = 4

  /// An address stays one.
  func masked(_ text: String) -> String {
    words.reduce(text) { $0.replacing($1, with: ExchangesReply.blank) }
  }

  func maskedFields(_ headers: [String: String]) -> [String: String] { headers.mapValues(masked) }
}

extension AppData {
  /// The texts that the app keeps as secrets.
  var secretTexts: [String] {
    SecretClass.allCases.flatMap { (try? secrets.items(ofClass: $0)) ?? [] }
      .compactMap { item in (try? secrets.read(item)).flatMap { String(data: $0.bytes, encoding: .utf8) } }
  }
}
#endif
