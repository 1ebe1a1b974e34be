/// The key that a secret stands under in the file of its class.
enum SecretKey {
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

  /// The address for people.
  static func label(for text: String) -> String {
    let item = item(.genericPassword, from: text)
    return "\(item.service)/\(item.account)"
  }
}
