package import AppRuntime
import StorefrontContracts

/// Signs people in and out, and shows their account.
package struct AccountFeature: FeaturePlugin {
  package let id: FeatureID = "account"
  package var launchOptions: [LaunchOption] { [.accountService] }

  private let service: (any AccountService)?

  /// Creates the feature; without a service it uses the one that the launch option names.
  package init(service: (any AccountService)? = nil) { self.service = service }

  package func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    var choice = AccountServiceChoice.local
    var problem: String?
    do { choice = try AccountServiceChoice(environment.launch) } catch { problem = "\(error)" }
    let session = AccountSession(
      environment: environment, service: service ?? choice.service(clock: environment.clock), problem: problem
    )
    environment.services.provide(session, as: (any SignInStatus).self)
    return session
  }
}
