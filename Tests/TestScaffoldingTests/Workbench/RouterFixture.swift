import AppRuntime
import ControlProtocol
import Foundation
import TestSupport

@testable import LocalHTTP
@testable import TestScaffolding

/// An app with a router in this process, asked as a connection asks.
@MainActor
struct RouterFixture {
  struct Answer {
    var response: HTTPResponse

    var status: Int { response.status }
    func decoded<Reply: Decodable>(_ type: Reply.Type = Reply.self) throws -> Reply {
      try JSONDecoder().decode(type, from: Data(response.body))
    }
  }

  let app: ScaffoldedApp
  let router: ControlRouter
  var workbench: Workbench { app.scaffolding.workbench }

  init(
    observers: [any AppHostObserver] = [], network: HTTPClient = .unavailable,
    feature: (any FeaturePlugin)? = nil
  ) throws {
    let app = try ScaffoldedApp(observers: observers, network: network, feature: feature)
    self.app = app
    router = ControlRouter(
      host: app.host, desk: app.desk, clock: app.scaffolding.pausableClock,
      network: app.scaffolding.testNetwork,
      leaks: app.scaffolding.leaks,
      token: "t", quit: QuitSignal(),
      workbench: app.scaffolding.workbench)
  }

  func ask(
    _ route: ControlRoute, _ query: [String: String] = [:], body: String = ""
  ) async -> Answer {
    await ask(route.method, route.path, query, body: body)
  }

  func ask(
    _ method: String, _ path: String, _ query: [String: String] = [:], body: String = ""
  ) async -> Answer {
    Answer(
      response: await router.respond(
        to: HTTPRequest(method: method, path: path, query: query, body: Array(body.utf8)),
        from: .controlSocket))
  }
}
