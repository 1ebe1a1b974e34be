package import AppRuntime

/// Signs people in and out, and shows them their account.
package struct AccountFeature: FeaturePlugin {
  package let id: FeatureID = "account"
  package var launchOptions: [LaunchOption] { [.accountService] }
  package var startingPoints: [StartingPoint] { StartingPoint.account }

  private let service: (any AccountService)?

  /// Creates the feature; without a service it uses the one that the launch option names.
  package init(service: (any AccountService)? = nil) { self.service = service }

  package func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    let choice: AccountServiceChoice
    let problem: String?
    do throws(UnknownAccountServiceError) {
      choice = try AccountServiceChoice(environment.launch)
      problem = nil
    } catch {
      choice = .local
      problem = "\(error)"
    }
    let session = AccountSession(
      environment: environment, service: service ?? choice.service(clock: environment.clock), problem: problem
    )
    environment.services.provide(session, as: (any SignInStatus).self)
    return session
  }
}
