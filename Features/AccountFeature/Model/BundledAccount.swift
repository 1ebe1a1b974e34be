import AppData
import Foundation

/// An account that comes with the app, to try it out without a network.
///
/// Nothing but made-up people is protected here: a real service keeps passwords to itself, behind a slow digest.
nonisolated struct BundledAccount: Sendable {
  let account: Account
  let salt: String
  /// The digest of salt and password, in hexadecimal digits.
  let digest: String
  var isLocked = false

  func accepts(_ password: String) -> Bool { "\(Digest(of: (salt + password).utf8))" == digest }

  static let all = [ada, alan, hanako, maximiliane]

  /// The password is "analytical engine".
  static let ada = BundledAccount(
    account: Account(name: "Ada Lovelace", email: "ada@example.com", memberSince: day(1_615_680_000)),
    salt: "7c1e", digest: "4bcab1501a766acea16df66bd0c49f2878dbf48a85661149512c628f82d3efe0")

  /// Locked by the service, whatever the password.
  static let alan = BundledAccount(
    account: Account(name: "Alan Turing", email: "alan@example.com", memberSince: day(1_655_942_400)),
    salt: "b04d", digest: "feed2958d48338beba897a783bcb6fad17d4ccddcf14c0e081293332bf5e273a", isLocked: true)

  /// The password is "sakura mochi".
  static let hanako = BundledAccount(
    account: Account(name: "山田 花子", email: "hanako@example.jp", memberSince: day(1_711_929_600)),
    salt: "29fa", digest: "3f053739765139a5214c252fba42b847d4dda3b1a362bb83989486051204491a")

  /// The password is "rosenberg garden".
  static let maximiliane = BundledAccount(
    account: Account(
      name: "Maximiliane-Theodora Gräfin von und zu Hohenstein-Rosenberg-Langenfeld",
      email: "maximiliane-theodora.von.und.zu.hohenstein-rosenberg-langenfeld@post.example.com",
      memberSince: day(1_546_300_800)),
    salt: "e653", digest: "3eac9547a9dc75e94aeb8a61134148b536dd243edaeb5e6c37a5fa6cff88a23d")

  private static func day(_ secondsSince1970: TimeInterval) -> Date {
    Date(timeIntervalSince1970: secondsSince1970)
  }
}
