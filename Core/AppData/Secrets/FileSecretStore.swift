import Foundation
import OperatingSystem

/// Keeps the secrets of each class in a file that only its user can read.
struct FileSecretStore: SecretStore {
  let files: SecretFiles
  let gate: WriteGate

  func set(_ secret: Secret, for item: SecretItem) throws {
    let key = try SecretKey.text(for: item)
    try gate.write("The \(item)") { try files[item.itemClass].change { $0[key] = .data(secret.bytes) } }
  }

  func read(_ item: SecretItem) throws -> Secret? {
    let file = files[item.itemClass]
    switch try file.value(SecretKey.text(for: item)) {
    case nil: return nil
    case .data(let bytes): return Secret(bytes)
    case .some(let other):
      throw AppDataError.damagedFile(file.place, reason: "the \(item) is a \(other.typeName), not data")
    }
  }

  func remove(_ item: SecretItem) throws {
    let key = try SecretKey.text(for: item)
    try gate.write("The removal of the \(item)") { try files[item.itemClass].change { $0[key] = nil } }
  }

  func items(ofClass itemClass: SecretClass) throws -> [SecretItem] {
    try files[itemClass].values().keys.map { SecretKey.item(itemClass, from: $0) }
      .sorted { ($0.service, $0.account) < ($1.service, $1.account) }
  }
}

/// The file of each class of secrets.
struct SecretFiles: Sendable {
  private let genericPassword, internetPassword, certificate, key, identity: ValueFile

  init(in root: Root) {
    func file(_ itemClass: SecretClass) -> ValueFile {
      ValueFile(
        name: "secrets.\(itemClass.rawValue)", root: root, folder: FileName("Secrets-\(itemClass.rawValue)"),
        privacy: .secret)
    }
    genericPassword = file(.genericPassword)
    internetPassword = file(.internetPassword)
    certificate = file(.certificate)
    key = file(.key)
    identity = file(.identity)
  }

  subscript(itemClass: SecretClass) -> ValueFile {
    switch itemClass {
    case .genericPassword: genericPassword
    case .internetPassword: internetPassword
    case .certificate: certificate
    case .key: key
    case .identity: identity
    }
  }
}
