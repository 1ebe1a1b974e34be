import ControlProtocol
import ElementTree

@testable import AppDriver

/// All that can be seen of an app at one moment, as lines.
struct Glimpse: Sendable, Equatable {
  var lines: [String]

  /// What the app shows.
  static func screen(of app: App, ignoring exclusions: [Exclusion] = []) throws -> Glimpse {
    Glimpse(lines: lines(of: exclusions.reduce(try app.tree()) { $1.mask($0) }, indent: ""))
  }

  /// What the app shows, keeps, and says of itself.
  static func everything(of app: App, ignoring exclusions: [Exclusion] = []) throws -> Glimpse {
    let screen = try screen(of: app, ignoring: exclusions)
    let setup = try setup(of: app)
    let status = try app.status()
    let data = try app.data().parts.flatMap { part in
      try Self.lines(of: part, in: app, ignoring: exclusions)
    }
    return Glimpse(
      lines: screen.lines + data
        + setup.flags.map { "flag \($0.key): \($0.type) = \($0.value) (\($0.layer))" }
        + setup.situations.map { "situation \($0.name): \($0.argument)" }
        + setup.launchArguments.map { "launch argument \($0.debugDescription)" }
        + ["screen \(status.screen ?? "none"), busy with \(status.busy)"]
        + (try app.leaks().leaks.map { "leak of \($0)" }))
  }

  /// With what the app can be begun anew.
  ///
  /// Of the reply the variables are left out: it has those that a reset has set over the process's own.
  static func setup(of app: App) throws -> SetupReply {
    try app.request(.setup, as: SetupReply.self).reply
  }

  private static func lines(of element: Element, indent: String) -> [String] {
    var line = indent + element.description
    if let fraction = element.fraction { line += " fraction: \(fraction)" }
    if element.role == .image { line += " drawing: \((element.value ?? "").debugDescription)" }
    return [line] + element.children.flatMap { lines(of: $0, indent: indent + "  ") }
  }

  private static func lines(
    of part: DataReply.Part, in app: App, ignoring exclusions: [Exclusion]
  ) throws -> [String] {
    guard !exclusions.isEmpty else {
      return ["data \(part.name): \(part.count) entries, digest \(part.digest)"]
        + part.entries.map { "data \(part.name) \($0.name): \($0.bytes) bytes, digest \($0.digest)" }
    }
    return try ["data \(part.name): \(part.count) entries"]
      + part.entries.map { entry in
        let name = "data \(part.name) \(entry.name)"
        if exclusions.contains(where: { $0.hides(entry.name, in: part.name) }) { return name }
        let text = try contents(of: entry.name, in: part.name, of: app)
        return name + ": " + (try text.map { try exclusions.reduce($0) { try $1.mask($0) } } ?? entry.digest)
      }
  }

  /// The contents as text, where they are shown.
  private static func contents(of name: String, in part: String, of app: App) throws -> String? {
    let query = "?part=\(escaped(part))&name=\(escaped(name))"
    return try app.request(.contents, query: query, as: ContentsReply.self).reply.text
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { "%" + (($0 < 16 ? "0" : "") + String($0, radix: 16)) }.joined()
  }
}
