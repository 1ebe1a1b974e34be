import AppRuntime
import ElementTree
import Foundation
import Observation
import StorefrontContracts

/// What can be pressed on the account screens.
enum AccountAction: String {
  case signIn = "sign-in"
  case useDemoAccount = "use-demo-account"
  case help
  case leaveHelp = "leave-help"
  case tryAgain = "try-again"
  case signOut = "sign-out"
  case staySignedIn = "stay-signed-in"
  case confirmSignOut = "confirm-sign-out"
}

/// The fields of the account screens.
enum AccountField: String {
  case email, password
}

/// The account feature while the app runs: signs one person in and out.
@Observable
final class AccountSession: FeatureSession {
  private(set) var state = AccountState() { didSet { if state != oldValue { lookWhenItChanges() } } }
  private var email: String?
  private var password = ""
  private(set) var showsHelp = false
  private(set) var asksToSignOut = false
  private(set) var isSigningIn = false
  private(set) var problem: String?
  private var isTypingEmail = false
  /// The time of the last action. Setting it redraws what depends on the time.
  private var lastLook: Date

  @ObservationIgnored private let service: any AccountService
  @ObservationIgnored private let services: AppServices
  @ObservationIgnored private let store: AccountStore
  @ObservationIgnored private let tasks: TaskScope
  @ObservationIgnored private let clock: AppClock
  @ObservationIgnored private let dates: AccountDates
  @ObservationIgnored private var watch: Task<Void, Never>?

  init(environment: AppEnvironment, service: any AccountService) {
    self.service = service
    services = environment.services
    store = AccountStore(data: environment.data)
    tasks = environment.tasks
    clock = environment.clock
    dates = AccountDates(locale: environment.timeLocale, timeZone: environment.timeZone)
    lastLook = environment.clock.now()
    attempt("Earlier tries could not be read") { state.tries = try store.loadTries() }
    attempt("Your sign-in could not be read") { state.signIn = try store.loadSignIn() }
    changeTries { $0.settle(at: lastLook) }
    lookWhenItChanges()
  }

  deinit { watch?.cancel() }

  /// What is in the fields: until an address is typed, the one of the last sign-in or of onboarding.
  private var credentials: Credentials {
    let known = state.signIn?.account.email ?? services.find((any OnboardingStatus).self)?.email
    return Credentials(email: email ?? known ?? "", password: password)
  }

  /// The current time. Reading it makes the screen depend on `lastLook`, which changes with every action.
  private var now: Date { max(lastLook, clock.now()) }

  var body: Element {
    let now = now
    let phase = state.phase(at: now)
    var screen = screen(for: phase, at: now)
    if asksToSignOut, case .signedIn = phase { screen.children.append(SignOutAlert().element) }
    return screen
  }

  private func screen(for phase: AccountPhase, at now: Date) -> Element {
    switch phase {
    case .signedIn(let account):
      return AccountScreen(
        account: account, memberSince: dates.day(account.memberSince), problem: problem
      ).element
    case _ where showsHelp:
      return SignInHelpScreen().element
    case .lockedOut(let end):
      return LockedOutScreen(end: dates.moment(end, seenAt: now), problem: problem).element
    case .signedOut(let hasExpired):
      return SignInScreen(
        credentials: credentials, demo: service.demoAccount, hasExpired: hasExpired, isBusy: isSigningIn,
        isTypingEmail: isTypingEmail,
        problem: problem
      ).element
    }
  }

  func tap(_ action: AccountAction) {
    look()
    problem = nil
    isTypingEmail = false
    switch (action, state.phase(at: lastLook)) {
    case (.signIn, .signedOut): startSignIn()
    case (.useDemoAccount, .signedOut): fillIn(service.demoAccount)
    case (.tryAgain, .lockedOut): problem = "It is not time yet."
    // The screen that the user saw has been replaced in the meantime, because time has passed.
    case (.signIn, _), (.useDemoAccount, _), (.tryAgain, _): break
    case (.help, _): showsHelp = true
    case (.leaveHelp, _): showsHelp = false
    case (.signOut, _): asksToSignOut = true
    case (.staySignedIn, _): asksToSignOut = false
    case (.confirmSignOut, _):
      asksToSignOut = false
      attempt("You could not be signed out", signOut)
    }
  }

  func edit(_ field: AccountField, to text: String) {
    look()
    isTypingEmail = field == .email
    switch field {
    case .email: email = text
    case .password: password = text
    }
  }

  func focusMoved(to identifier: String) { isTypingEmail = false }

  func goBack() {
    look()
    showsHelp = false
  }

  func open(_ link: DeepLink) -> Bool {
    guard link.path.first == "account" else { return false }
    lastLook = clock.now()
    switch (link.path.dropFirst().joined(separator: "/"), isSignedIn(at: lastLook)) {
    case ("", _), ("sign-in", false): (showsHelp, asksToSignOut) = (false, false)
    case ("help", false): showsHelp = true
    case ("sign-out", true): asksToSignOut = true
    default: return false
    }
    return true
  }

  private func look() {
    lastLook = clock.now()
    changeTries { $0.settle(at: lastLook) }
  }

  /// Looks again when a lock or a sign-in ends by time alone.
  ///
  /// This is a task of the session, not of the environment's scope: only waiting does not make the app busy.
  private func lookWhenItChanges() {
    watch?.cancel()
    let now = clock.now()
    watch = state.nextChange(after: now).map { change in
      Task { [weak self, clock] in
        do { try await clock.wait(.seconds(min(change.timeIntervalSince(now), Self.longestWait))) } catch {
          return
        }
        self?.look()
        self?.lookWhenItChanges()
      }
    }
  }

  /// The time of day may be set in the meantime.
  private static let longestWait: TimeInterval = 86_400

  private func fillIn(_ account: DemoAccount?) {
    guard let account else { return }
    (email, password) = (account.email, account.password)
  }

  private func startSignIn() {
    isSigningIn = true
    let (email, password) = (credentials.trimmedEmail, credentials.password)
    tasks.start("sign in") { [weak self, service] in
      do {
        let answer = try await service.signIn(email: email, password: password)
        self?.finish(Task.isCancelled ? nil : .success(answer))
      } catch {
        self?.finish(Task.isCancelled ? nil : .failure(error))
      }
    }
  }

  /// Handles the service's answer; nil means that the sign-in was cancelled.
  private func finish(_ answer: Result<SignInAnswer, any Error>?) {
    isSigningIn = false
    lastLook = clock.now()
    switch answer {
    case .success(.accepted(let signIn)): accept(signIn)
    case .success(.refused):
      password = ""
      changeTries { $0.countWrong(at: lastLook) }
      if !state.tries.isLocked(at: lastLook), problem == nil { problem = refusal }
    case .success(.locked(let end)):
      password = ""
      changeTries { $0.lock(from: lastLook, until: end) }
    case .failure(let error): problem = "\(error)"
    case nil: break
    }
  }

  private func accept(_ signIn: SignIn) {
    password = ""
    attempt("You could not be signed in") {
      try store.save(signIn)
      state.signIn = signIn
      (showsHelp, asksToSignOut) = (false, false)
      state.tries = SignInTries()
      saveTries()
    }
  }

  private var refusal: String {
    "E-mail and password do not match. "
      + (state.tries.left == 1 ? "One try is left." : "\(state.tries.left) tries are left.")
  }

  private func changeTries(_ change: (inout SignInTries) -> Void) {
    let before = state.tries
    change(&state.tries)
    if state.tries != before { saveTries() }
  }

  private func saveTries() {
    attempt("Tries could not be counted") { try store.save(state.tries) }
  }

  private func attempt(_ failure: String, _ work: () throws -> Void) {
    do {
      try work()
    } catch {
      problem = "\(failure): \(error)"
    }
  }

  private func signOut() throws {
    try store.removeSignIn()
    state.signIn = nil
    (email, password) = (nil, "")
  }

  private func isSignedIn(at time: Date) -> Bool {
    if case .signedIn = state.phase(at: time) { true } else { false }
  }
}

extension AccountSession: SignInStatus {
  var isSignedIn: Bool { isSignedIn(at: now) }
}
