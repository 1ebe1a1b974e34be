import AppData
public import AppRuntime
import ElementTree
import Foundation
import Observation

/// A machine that hands out numbered tickets and remembers how many.
public struct TicketFeature: FeaturePlugin {
  public init() {}

  public func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    TicketSession(environment: environment)
  }
}

/// What can be pressed.
enum TicketAction: String { case take, queue }

/// The machine while it runs.
@Observable
final class TicketSession: FeatureSession {
  private static let key = "tickets.handedOut"

  private(set) var handedOut = 0
  private(set) var problem: String?
  private var takenAt: Date?
  private var queue: String?
  @ObservationIgnored private let data: AppData
  @ObservationIgnored private let clock: AppClock
  @ObservationIgnored private let network: HTTPClient
  @ObservationIgnored private let tasks: TaskScope
  @ObservationIgnored private let time: Date.FormatStyle

  init(environment: AppEnvironment) {
    data = environment.data
    clock = environment.clock
    network = environment.network
    tasks = environment.tasks
    time = Date.FormatStyle(time: .shortened, locale: environment.timeLocale, timeZone: environment.timeZone)
    attempt { handedOut = try data.preferences.integer(forKey: Self.key) ?? 0 }
  }

  var body: Element {
    Screen("machine", title: "Tickets") {
      Text(handedOut == 0 ? "No ticket yet" : "Ticket \(handedOut)", id: "ticket")
      Button("Take a ticket", id: TicketAction.take).traits(.primary)
      Button("How long is the queue?", id: TicketAction.queue)
      if let queue { Text(queue, id: "queue-length") }
      if let takenAt { Text("Taken at \(takenAt.formatted(time))", id: "taken") }
      if let problem { Text(problem, id: "problem").traits(.failure) }
    }.element
  }

  func tap(_ action: TicketAction) {
    switch action {
    case .take: attempt(handOut)
    case .queue: tasks.start("ask for the queue") { [weak self, network] in await self?.showQueue(network) }
    }
  }

  private func handOut() throws {
    try data.preferences.set(handedOut + 1, forKey: Self.key)
    handedOut += 1
    takenAt = clock.now()
  }

  private func showQueue(_ network: HTTPClient) async {
    guard let url = URL(string: "https://tickets.example/queue") else { return }
    do {
      let response = try await network.send(HTTPClient.Request(url: url, limit: 100))
      queue = "\(String(decoding: response.body, as: UTF8.self)) people wait."
    } catch {
      queue = "\(error)"
    }
  }

  private func attempt(_ work: () throws -> Void) {
    do { try work() } catch { problem = "\(error)" }
  }
}
