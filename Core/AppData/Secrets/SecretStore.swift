import OperatingSystem

/// Stores secrets by address, each class in a file that only its user can read.
public struct SecretStore: Sendable {
  private let files: SecretFiles
  private let gate: WriteGate

  init(_ files: SecretFiles, gate: WriteGate) {
    self.files = files
    self.gate = gate
  }

  /// Stores a secret, replacing an earlier one.
  public func set(_ secret: Secret, for item: SecretItem) throws {
    let key = try SecretKey.text(for: item)
    try gate.write("The \(item)") { try files[item.itemClass].set(.data(secret.bytes), key) }
  }

  /// Reads a secret, or returns nil when there is none.
  public func read(_ item: SecretItem) throws -> Secret? {
    let file = files[item.itemClass]
    switch try file.value(SecretKey.text(for: item)) {
    case nil: return nil
    case .data(let bytes): return Secret(bytes)
    case .some(let other):
      throw AppDataError.damagedFile(file.place, reason: "the \(item) is a \(other.typeName), not data")
    }
  }

  /// Removes a secret, if there is one.
  public func remove(_ item: SecretItem) throws {
    let key = try SecretKey.text(for: item)
    try gate.write("The removal of the \(item)") { try files[item.itemClass].set(nil, key) }
  }

  /// Lists the addresses of all secrets of a class, sorted by service and account.
  public func items(ofClass itemClass: SecretClass) throws -> [SecretItem] {
    try files[itemClass].values().keys.map { SecretKey.item(itemClass, from: $0) }
      .sorted { ($0.service, $0.account) < ($1.service, $1.account) }
  }
}

/// The file of each class of secrets.
struct SecretFiles: Sendable {
  private var files: [SecretClass: ValueFile] = [:]

  init(in root: Root) {
    for itemClass in SecretClass.allCases {
      let name = itemClass.rawValue
      files[itemClass] = ValueFile(
        name: "secrets.\(name)", root: root, folder: FileName("Secrets-\(name)"), isSecret: true
      ) {
        let item = SecretKey.item(itemClass, from: $0)
        return "\(item.service)/\(item.account)"
      }
    }
  }

  subscript(itemClass: SecretClass) -> ValueFile {
    guard let file = files[itemClass] else { preconditionFailure("Each class has a file.") }
    return file
  }
}

/// The key under which a secret is stored in the file of its class.
private enum SecretKey {
  private static let separator: Unicode.Scalar = "\0"

  static func text(for item: SecretItem) throws -> String {
    guard !item.service.unicodeScalars.contains(separator) else {
      throw AppDataError.invalidValue(key: "\(item)", reason: "its service contains a NUL character")
    }
    return item.service + String(separator) + item.account
  }

  static func item(_ itemClass: SecretClass, from text: String) -> SecretItem {
    let names = text.unicodeScalars.split(
      separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    return SecretItem(
      itemClass, service: String(names[0]), account: names.count > 1 ? String(names[1]) : "")
  }
}
