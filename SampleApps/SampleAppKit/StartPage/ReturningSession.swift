import AppRuntime
import ElementTree
import Observation

/// A feature that was started from the start page, and goes back there from its first screen.
@Observable
final class ReturningSession: FeatureSession {
  @ObservationIgnored private let wrapped: any FeatureSession
  @ObservationIgnored private let environment: AppEnvironment

  init(_ wrapped: any FeatureSession, environment: AppEnvironment) {
    self.wrapped = wrapped
    self.environment = environment
  }

  var body: Element { wrapped.body.traits(.allowsBack) }

  func handle(_ action: Action) {
    if action == .back, !wrapped.body.traits.contains(.allowsBack) {
      environment.restart(.init(launch: environment.restart.launch.setting(Situations.from, to: nil)))
    } else {
      wrapped.handle(action)
    }
  }

  func open(_ link: DeepLink) -> Bool { wrapped.open(link) }
}
