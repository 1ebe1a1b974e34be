import AppData
public import AppRuntime
import ElementTree
import Observation

/// A machine that hands out numbered tickets and remembers how many.
public struct TicketFeature: FeaturePlugin {
  public let id: FeatureID = "tickets"

  public init() {}

  public func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    TicketSession(environment: environment)
  }
}

/// The machine while it runs.
@Observable
final class TicketSession: FeatureSession {
  private static let key = "tickets.handedOut"

  private(set) var handedOut = 0
  private(set) var problem: String?
  @ObservationIgnored private let data: AppData

  init(environment: AppEnvironment) {
    data = environment.data
    attempt { handedOut = try data.preferences.integer(forKey: Self.key) ?? 0 }
  }

  var body: Element {
    Screen("machine", title: "Tickets") {
      Text(handedOut == 0 ? "No ticket yet" : "Ticket \(handedOut)", id: "ticket")
      Button("Take a ticket", id: "take").traits(.primary)
      if let problem { Text(problem, id: "problem").traits(.failure) }
    }.element
  }

  func handle(_ action: Action) {
    guard action == .tap("take") else { return }
    attempt {
      try data.preferences.set(handedOut + 1, forKey: Self.key)
      handedOut += 1
    }
  }

  private func attempt(_ work: () throws -> Void) {
    do { try work() } catch { problem = "\(error)" }
  }
}
