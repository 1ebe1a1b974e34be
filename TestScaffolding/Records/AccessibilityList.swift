package import Foundation

/// What a feature's tests promise of its screens, in `Tests/TARGET/Accessibility.json`: which ones are clean, and what is wrong
/// with the others and why it may stay. What gets worse fails a test.
package struct AccessibilityList: Equatable, Sendable {
  package struct Allowed: Codable, Equatable, Sendable {
    package let rule: String
    package let element: String
    package var reason: String

    package init(rule: String, element: String, reason: String) {
      (self.rule, self.element, self.reason) = (rule, element, reason)
    }
  }

  package static let fileName = "Accessibility.json"
  package static let firstReason = "It was there when the list was made."

  /// What may stay, by app and screen.
  package private(set) var apps: [String: [String: [Allowed]]] = [:]

  package init() {}

  /// The path of the list of a module's target, one of those with folders in `tests`.
  package static func path(for module: String, in tests: String) -> String {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: tests))?.sorted() ?? []
    let folder =
      folders.contains(module) ? module : folders.first { TestIdentity.module(ofFolder: $0) == module }
    return "\(tests)/\(folder ?? module)/\(fileName)"
  }

  /// The list of a test target; nil if it has none.
  package static func read(at path: String) throws(RecordError) -> Self? {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw RecordError(description: "'\(path)' cannot be read: \(error.systemReason)")
    }
    var list = Self()
    do {
      list.apps = try JSONDecoder().decode([String: [String: [Line]]].self, from: data)
        .mapValues { $0.mapValues { $0.map(\.allowed) } }
    } catch {
      throw RecordError(
        description:
          "'\(path)' is not as 'swift run cleanslate accept --audit' writes it: an app, its screens, and for each "
          + "a list of {\"rule\": …, \"element\": …, \"reason\": …}. \(error)")
    }
    for (app, screens) in list.apps.sorted(by: { $0.key < $1.key }) {
      for (screen, allowed) in screens.sorted(by: { $0.key < $1.key }) {
        if let bare = allowed.first(where: { $0.reason.allSatisfy(\.isWhitespace) }) {
          throw RecordError(
            description:
              "'\(path)' allows \(bare.rule) of \"\(bare.element)\" on the screen \"\(screen)\" of \(app) without "
              + "a reason. Say why it may stay.")
        }
      }
    }
    return list
  }

  /// A line as it is read: what would not be written again must not be there.
  private struct Line: Decodable {
    let allowed: Allowed

    init(from decoder: any Decoder) throws {
      allowed = try Allowed(from: decoder)
      let container = try decoder.singleValueContainer()
      let others = try container.decode([String: String].self).keys.filter {
        !["rule", "element", "reason"].contains($0)
      }
      guard others.isEmpty else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "nobody keeps \(others.sorted().joined(separator: ", "))")
      }
    }
  }

  /// Whether the list speaks of the screen.
  package func names(_ screen: String, of app: String) -> Bool { apps[app]?[screen] != nil }

  package func allows(_ finding: JudgedScreen.Finding, on screen: String, of app: String) -> Bool {
    apps[app]?[screen]?.contains { ($0.rule, $0.element) == (finding.rule, finding.element) } == true
  }

  /// Makes the list say what was found. A reason that somebody has given stays until somebody takes it out, since a run may
  /// have drawn only a part of what the screen can show.
  package mutating func take(_ found: [JudgedScreen.Finding], on screen: String, of app: String) {
    var new = (apps[app]?[screen] ?? []).filter { $0.reason != Self.firstReason }
    for finding in found
    where !new.contains(where: { ($0.rule, $0.element) == (finding.rule, finding.element) }) {
      new.append(Allowed(rule: finding.rule, element: finding.element, reason: Self.firstReason))
    }
    apps[app, default: [:]][screen] = new.sorted {
      ($0.rule, $0.element, $0.reason) < ($1.rule, $1.element, $1.reason)
    }
  }

  /// The same text for the same list.
  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(apps) + Data("\n".utf8)
  }
}
