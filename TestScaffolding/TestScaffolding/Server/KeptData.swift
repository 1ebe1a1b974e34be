#if DEBUG
import AppData
import AppRuntime
import ControlProtocol
import Foundation

/// Lists the data that the app keeps, and shows the beginning of each item, but never of a secret.
@MainActor
struct KeptData {
  private static let shownBytes = 4096
  private static let readableBytes = 1 << 20

  let host: AppHost

  var list: DataReply {
    get throws {
      DataReply(
        generation: host.generation,
        parts: try host.container.parts.map { part in
          let inventory = try inventory(of: part)
          return DataReply.Part(
            name: part.name, count: inventory.count, digest: inventory.digest.description,
            entries: inventory.entries.map {
              DataReply.Entry(name: $0.key, bytes: $0.bytes, digest: $0.digest.description)
            })
        })
    }
  }

  func contents(of name: String, in partName: String) throws -> ContentsReply {
    guard let part = host.container.parts.first(where: { $0.name == partName }) else {
      let known = host.container.parts.map(\.name).joined(separator: ", ")
      throw ErrorReply.malformed("The app keeps no part \"\(partName)\". It keeps \(known).")
    }
    guard let bytes = try size(of: name, in: part) else {
      throw ErrorReply.malformed("\(partName) holds no \"\(name)\".")
    }
    do {
      let (text, note) = try show(name, of: partName, bytes: bytes)
      return ContentsReply(part: partName, name: name, bytes: bytes, text: text, note: note)
    } catch {
      throw ErrorReply.failed("\"\(name)\" cannot be read: \(error)")
    }
  }

  /// The size of an item; nil if there is none of the name. An inventory would read all files for it.
  private func size(of name: String, in part: any DataPart) throws -> Int? {
    guard let data = host.environment?.data, let files = try files(named: part.name, data) else {
      return try inventory(of: part).entries.first { $0.key == name }?.bytes
    }
    do {
      return try files.size(of: name)
    } catch AppDataError.invalidPath {
      return nil
    }
  }

  private func inventory(of part: any DataPart) throws(ErrorReply) -> Inventory {
    do {
      return try part.inventory()
    } catch {
      throw .failed("\(part.name) cannot be listed: \(error)")
    }
  }

  private func show(_ name: String, of part: String, bytes: Int) throws -> (String?, String) {
    if part.hasPrefix("secrets.") { return (nil, "A secret is not shown.") }
    guard let data = host.environment?.data else { return (nil, "The app is between two generations.") }
    if part == "properties" { return (try property(name, data.properties), "property") }
    if let preferences = try preferences(named: part, data) { return try value(name, preferences) }
    guard let files = try files(named: part, data) else { return (nil, "This part shows no contents.") }
    guard bytes <= Self.readableBytes else {
      return (nil, "The file is too large to be shown: more than \(Self.readableBytes) bytes.")
    }
    return Self.preview(try files.read(name))
  }

  private func files(named part: String, _ data: AppData) throws -> FileArea? {
    switch part {
    case "documents": return data.files.documents
    case "library": return data.files.library
    case "caches": return data.files.caches
    default:
      let group = host.definition.groups.first { part == "group.\($0).files" }
      return try group.map { try data.group($0).files }
    }
  }

  private func preferences(named part: String, _ data: AppData) throws -> Preferences? {
    if part == "preferences" { return data.preferences }
    let group = host.definition.groups.first { part == "group.\($0).preferences" }
    return try group.map { try data.group($0).preferences }
  }

  /// Returns a preference as text, with its type: only reading with the right type succeeds.
  private func value(_ key: String, _ preferences: Preferences) throws -> (String?, String) {
    func read<Value>(_ reading: (String) throws -> Value?) throws -> Value? {
      do {
        return try reading(key)
      } catch AppDataError.wrongType {
        return nil
      }
    }
    if let value = try read(preferences.string) { return (value, "string") }
    if let value = try read(preferences.bool) { return ("\(value)", "boolean") }
    if let value = try read(preferences.integer) { return ("\(value)", "integer") }
    if let value = try read(preferences.double) { return ("\(value)", "number") }
    if let value = try read(preferences.strings) {
      return (value.joined(separator: "\n"), "list of strings")
    }
    if let value = try read(preferences.data) { return Self.preview(value) }
    return (nil, "The value is of a type that is not shown.")
  }

  private func property(_ name: String, _ properties: AppProperties) throws -> String {
    name == "badgeCount"
      ? "\(try properties.badgeCount)"
      : try properties.shortcutItems.map { "\($0.id): \($0.title)" + ($0.subtitle.map { ", \($0)" } ?? "") }
        .joined(separator: "\n")
  }

  /// Returns the first bytes as text or, if they are not text, as hexadecimal digits.
  static func preview(_ data: Data) -> (String?, String) {
    let isCut = data.count > shownBytes
    var head = data.prefix(shownBytes)
    // The cut may be inside a character, which has at most four bytes.
    for _ in 0..<4 {
      if let text = String(data: head, encoding: .utf8), !text.contains("\0") {
        return (text, isCut ? "text, its first \(head.count) of \(data.count) bytes" : "text")
      }
      guard isCut else { break }
      head = head.dropLast()
    }
    let digits = data.prefix(256).map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return (
      digits.joined(separator: " "), data.count > 256 ? "bytes, the first 256 of \(data.count)" : "bytes"
    )
  }
}
#endif
