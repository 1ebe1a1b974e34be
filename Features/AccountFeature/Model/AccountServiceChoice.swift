import AppRuntime

nonisolated extension LaunchOption {
  static let accountService = LaunchOption(
    "--account-service", value: AccountServiceChoice.names("|"),
    "Chooses the account service: one that answers at once, after a while, or never.")
}

/// The account services that come with the feature; none of them needs a network.
nonisolated enum AccountServiceChoice: String, CaseIterable {
  case local, slow, offline

  /// Reads the choice from the command line.
  init(_ launch: LaunchConfiguration) throws(UnknownAccountServiceError) {
    guard let name = launch.value(of: .accountService) else {
      self = .local
      return
    }
    guard let choice = Self(rawValue: name) else { throw UnknownAccountServiceError(name: name) }
    self = choice
  }

  func service(clock: AppClock) -> any AccountService {
    switch self {
    case .local: LocalAccountService(clock: clock)
    case .slow: LocalAccountService(clock: clock, delay: .seconds(3))
    case .offline: OfflineAccountService()
    }
  }

  static func names(_ separator: String) -> String {
    allCases.map(\.rawValue).joined(separator: separator)
  }
}

/// The launch option names no account service.
nonisolated struct UnknownAccountServiceError: Error, CustomStringConvertible {
  let name: String

  var description: String {
    "There is no account service \"\(name)\", so the local one answers. "
      + "Choose one of these with \(LaunchOption.accountService.name): \(AccountServiceChoice.names(", "))."
  }
}
