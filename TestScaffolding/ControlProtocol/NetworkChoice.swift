#if DEBUG
import ElementTree

/// What answers an app under test: what the values of `--network` ask for, all together.
package struct NetworkChoice: Sendable, Equatable {
  /// The values that are no file and no list.
  package enum Word: String, CaseIterable, Sendable { case allow, record }

  /// Whether the app may ask other machines than this one although it serves tests.
  package var allows = false
  /// Whether what servers answer is kept.
  package var records = false
  package var routes: [NetworkRoute]?
  /// The paths of recordings.
  package var recordings: [String] = []

  package init() {}

  /// Throws if a list of routes is none.
  package init(_ values: [String]) throws(ScaffoldingError) {
    for value in values {
      switch Word(rawValue: value) {
      case .allow: allows = true
      case .record: records = true
      case nil where Self.isFile(value): recordings.append(value)
      case nil: routes = try (routes ?? []) + Self.routes(value)
      }
    }
  }

  /// What the initializer reads.
  func values() throws -> [String] {
    let words = [allows ? Word.allow : nil, records ? .record : nil].compactMap { $0?.rawValue }
    let list = try routes.map { String(decoding: try WireJSON.encode($0), as: UTF8.self) }
    return words + (list.map { [$0] } ?? []) + recordings
  }

  /// Whether somebody has said how requests are answered.
  package var answers: Bool { !recordings.isEmpty || routes != nil }

  /// What to ask of a file that is not there: whether a word is meant. It begins with a space; empty if none is near.
  package static func guess(for file: String) -> String {
    let words = Word.allCases.map(\.rawValue)
    let meant = file.contains("/") ? nil : NearestIdentifiers.nearest(to: file, in: words).first
    return meant.map { " Did you mean '\($0)'?" } ?? ""
  }

  /// Whether what is no word is no list either.
  private static func isFile(_ value: String) -> Bool {
    value.first { !$0.isWhitespace }.map { !"[{".contains($0) } ?? true
  }

  private static func routes(_ text: String) throws(ScaffoldingError) -> [NetworkRoute] {
    do {
      return try WireJSON.decodeEachExactly(NetworkRoute.self, from: Array(text.utf8))
    } catch let error as NetworkMessageError {
      throw ScaffoldingError("\(ControlOption.network): \(error.sentence)")
    } catch {
      throw ScaffoldingError(
        "\(ControlOption.network) takes a JSON list of routes, as in [{\"to\":\"GET /menu\",\"text\":\"{}\"}], but \(error)."
      )
    }
  }
}
#endif
