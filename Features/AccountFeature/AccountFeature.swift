package import AppRuntime
import StorefrontContracts

/// Signs people in and out, and shows their account.
package struct AccountFeature: FeaturePlugin {
  package var launchOptions: [LaunchOption] { [.accountService] }

  package let linkedPlaces = [
    LinkedPlace("account", "The account, or the sign-in."),
    LinkedPlace("account/help", "Help for those who cannot sign in."),
    LinkedPlace("account/sign-out", "The question whether to sign out."),
  ]

  private let service: (any AccountService)?

  /// Creates the feature; without a service it uses the one that the launch option names.
  package init(service: (any AccountService)? = nil) { self.service = service }

  package func check(_ launch: LaunchConfiguration) throws { _ = try AccountServiceChoice(launch) }

  package func makeSession(in environment: AppEnvironment) throws -> any FeatureSession {
    let service =
      try service ?? AccountServiceChoice(environment.launch).service(clock: environment.clock)
    let session = AccountSession(environment: environment, service: service)
    environment.services.provide(session, as: (any SignInStatus).self)
    return session
  }
}
