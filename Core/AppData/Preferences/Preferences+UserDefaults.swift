public import Foundation

extension Preferences {
  /// The preferences as Foundation's type, for libraries that ask for it: the same values, no others.
  ///
  /// `UserDefaults` cannot throw. A change that fails or is refused is dropped, a read that fails finds
  /// no stored value, and `unthrownErrors` tells of both; `synchronize()` answers false as long as it is not empty.
  /// Launch arguments and other suites are not seen. Each call makes a new object, as the type may not be
  /// handed from one thread to another; registered defaults are shared and last as long as the generation.
  public var userDefaults: UserDefaults {
    guard let defaults = ContainerDefaults(self) else {
      preconditionFailure(
        "Foundation refused a user defaults object without a suite name, which it never does")
    }
    return defaults
  }

  /// What failed in `userDefaults` without a way to say so, the latest for each key, sorted by key.
  public var unthrownErrors: [UnthrownError] { defaults.unthrownErrors }
}

/// A failed use of `Preferences.userDefaults`.
public struct UnthrownError: Hashable, Sendable, CustomStringConvertible {
  /// The key that was read or changed.
  public let key: String
  /// Why it failed.
  public let reason: String

  public var description: String { "\(key): \(reason)" }
}
