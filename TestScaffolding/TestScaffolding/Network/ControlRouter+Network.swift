#if DEBUG
import AppData
import AppRuntime
import ControlProtocol

/// Requests that say what the app's network answers, and ask what it was asked for.
extension ControlRouter {
  func setRoute(_ route: NetworkRoute) throws -> NetworkReply {
    try check(route.generation)
    var route = route
    route.generation = nil
    let answer: PlannedAnswer
    do {
      answer = try PlannedAnswer(route)
    } catch {
      throw ErrorReply.malformed("\(error).")
    }
    network.set(answer)
    workbench.didSetRoute(route)
    return network.reply(generation: host.generation) { secretTexts }
  }

  func clearNetwork(_ request: BackRequest) throws -> NetworkReply {
    try check(request.generation)
    network.removeAll()
    workbench.didClearNetwork()
    return network.reply(generation: host.generation) { secretTexts }
  }

  func exchanges() throws -> ExchangesReply {
    guard let record = network.record else {
      throw ErrorReply.notUnderstood("Nobody records. Start the app with \(ControlOption.network) record.")
    }
    let mask = network.mask(with: secretTexts)
    return ExchangesReply(
      generation: host.generation, exchanges: record.masked(by: mask),
      problem: record.problem.map(mask.masked))
  }

  /// The app's requests for the trace of a test, without secrets.
  func tracedRequests(after uptime: Double) -> [TracedRequest] {
    network.traced(after: uptime) { secretTexts }
  }

  private var secretTexts: [String] { host.environment?.data.secretTexts ?? [] }

  func networkReply(_ query: [String: String]) async throws -> NetworkReply {
    let wait = try Self.wait(query, .network)
    if let (after, timeout) = wait {
      let network = network
      await workbench.requests.wait(timeout: timeout) { network.count > after }
    }
    return network.reply(generation: host.generation, after: wait?.after ?? 0) { secretTexts }
  }
}
#endif
