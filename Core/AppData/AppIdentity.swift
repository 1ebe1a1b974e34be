/// The identity of an app: its own id, and the ids of the groups whose containers it shares.
public struct AppIdentity: Hashable, Sendable {
  /// The app's id, such as `net.example.sample-onboarding`.
  public let id: String
  /// The ids of the app's groups.
  public let groups: [String]

  /// Checks the ids; throws `AppDataError.invalidIdentifier` for one that cannot name a container.
  public init(id: String, groups: [String] = []) throws {
    for (index, group) in groups.enumerated() where groups[..<index].contains(group) {
      throw AppDataError.invalidIdentifier(group, reason: "it is among the groups twice")
    }
    for candidate in [id] + groups {
      if let reason = Self.flaw(in: candidate) {
        throw AppDataError.invalidIdentifier(candidate, reason: reason)
      }
    }
    self.id = id
    self.groups = groups
  }

  private static let longest = 128
  private static let allowed = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_".utf8)

  private static func flaw(in id: String) -> String? {
    if id.isEmpty { return "it is empty" }
    if id.utf8.count > longest { return "it has \(id.utf8.count) bytes, more than \(longest)" }
    if !id.utf8.allSatisfy(allowed.contains) {
      return "only letters, digits, \".\", \"-\" and \"_\" may be in it"
    }
    let labels = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if labels.count < 2 || labels.contains(where: \.isEmpty) {
      return "it needs names with dots between them"
    }
    return nil
  }
}
