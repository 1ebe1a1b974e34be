#if DEBUG
import AppRuntime
import ControlProtocol
import ElementTree
import Foundation
import Synchronization

/// The app's way to servers: the real one on this machine, until a test says what is answered.
final class TestNetwork: Sendable {
  fileprivate struct Contents {
    var answers: [PlannedAnswer] = []
    /// Targets that were to be answered once, and were.
    var usedUp: [NetworkPattern] = []
    var trail = RequestTrail()
    /// How many requests the process has made.
    var count = 0
    /// How many of them nobody is told of any more who asks what the app has asked for.
    var forgotten = 0
    /// What was typed into secure fields.
    var typed: Set<String> = []
    /// What the app keeps as secrets; known once it has made a request and a generation ends.
    var kept: Set<String> = []
    var unanswered: [String] = []
    var isStrict = false
    /// Whether requests may leave this machine.
    var reachesOthers = true
    /// What is kept for a recording; nil if nobody records.
    var record: ExchangeRecord?
  }

  fileprivate enum Decision {
    case answer(PlannedAnswer)
    case send
    case refuse(String)
  }

  private let contents = Mutex(Contents())
  private let clock: PausableClock
  /// Called with each request that is made, and again when it is over.
  private let onChange: @Sendable () -> Void

  init(clock: PausableClock, onChange: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.onChange = onChange
  }

  /// The client as the app sees it.
  func client(around own: HTTPClient) -> HTTPClient {
    // With a list of captures, the closure would leave the actor of its caller: Swift 6.3 loses it.
    HTTPClient { request in try await self.exchange(request, own.exchange) }
  }

  // MARK: - What is said about it

  /// Begins with the routes of a launch, and returns which requests nothing has answered up to now.
  func begin(_ answers: [PlannedAnswer]?, reachesOthers: Bool, records: Bool = false) -> [String] {
    contents.withLock { contents in
      let mask = contents.mask(with: [])
      let unanswered = contents.unanswered.map(mask.masked)
      var trail = contents.trail
      trail.begin(masking: mask)
      contents = Contents(
        answers: answers ?? [], trail: trail, count: contents.count, forgotten: contents.count,
        isStrict: answers != nil, reachesOthers: reachesOthers || records,
        record: records ? ExchangeRecord() : nil)
      return unanswered
    }
  }

  func set(_ answer: PlannedAnswer) {
    contents.withLock { contents in
      contents.isStrict = true
      if answer.route.once != true {
        contents.answers.removeAll { $0.route.once != true && $0.pattern.text == answer.pattern.text }
      }
      contents.usedUp.removeAll { $0.text == answer.pattern.text }
      contents.answers.append(answer)
    }
  }

  /// Forgets routes and requests. What nothing has answered stays a failure of the test.
  func removeAll() {
    contents.withLock { contents in
      contents.answers = []
      contents.usedUp = []
      contents.forgotten = contents.count
      contents.isStrict = false
    }
  }

  func reply(generation: Int, after number: Int = 0, secrets: () -> [String]) -> NetworkReply {
    // Secrets are read from files, for which no request has to wait.
    let contents = contents.withLock(\.self)
    // The requests are for who reads the app's secrets anyway; this is for the report of a failure.
    let mask = contents.mask(with: contents.unanswered.isEmpty ? [] : secrets())
    return NetworkReply(
      generation: generation, routes: contents.answers.map(\.route),
      requests: contents.trail.current.map(\.request)
        .filter { $0.number > max(number, contents.forgotten) },
      count: contents.count,
      isStrict: contents.isStrict, unanswered: contents.unanswered.map(mask.masked))
  }

  /// What the trace of a test has of the requests that were not over by then.
  func traced(after uptime: Double, secrets: () -> [String]) -> [TracedRequest] {
    let contents = contents.withLock(\.self)
    return contents.trail.requests(after: uptime) { contents.mask(with: secrets()) }
  }

  /// Keeps what was typed into a secure field out of recordings and traces.
  func keepSecret(_ text: String) {
    guard text.count >= SecretMask.shortest else { return }
    contents.withLock { _ = $0.typed.insert(text) }
  }

  /// Notes that the generation ends, which still has its secrets.
  func willEnd(secrets: () -> [String]) {
    guard contents.withLock({ !$0.trail.current.isEmpty }) else { return }
    let kept = secrets()
    contents.withLock { $0.kept.formUnion(kept) }
  }

  /// What takes secrets out of texts: these, those of generations that have ended since, and what was typed.
  func mask(with secrets: [String]) -> SecretMask { contents.withLock { $0.mask(with: secrets) } }

  /// What is recorded; nil if nobody records.
  var record: ExchangeRecord? { contents.withLock(\.record) }

  var count: Int { contents.withLock(\.count) }

  // MARK: - Requests

  private nonisolated(nonsending) func exchange(
    _ request: HTTPClient.Request, _ own: HTTPClient.Exchange
  ) async throws -> HTTPClient.Response {
    let now = clock.now
    let (number, decision) = contents.withLock { decide(request, at: now, &$0) }
    onChange()
    do {
      let response: HTTPClient.Response
      switch decision {
      case .answer(let answer): response = try await answer.answer(request, by: clock)
      case .send: response = try await own(request)
      case .refuse(let reason): throw HTTPClient.Failure.refused(reason)
      }
      end(number, .success(response))
      return response
    } catch {
      end(number, .failure(error))
      throw error
    }
  }

  private func end(_ number: Int, _ result: Result<HTTPClient.Response, any Error>) {
    contents.withLock {
      $0.trail.end(number, at: ProcessInfo.processInfo.systemUptime, result)
      $0.record?.end(number, result)
    }
    onChange()
  }

  private func decide(
    _ request: HTTPClient.Request, at now: Date, _ contents: inout Contents
  ) -> (Int, Decision) {
    contents.count += 1
    var note = NetworkRequest(contents.count, request, at: now)
    let decision: Decision
    if let index = contents.index(answering: request) {
      let answer = contents.answers[index]
      note.route = answer.pattern.text
      if answer.route.once == true { contents.usedUp.append(contents.answers.remove(at: index).pattern) }
      decision = .answer(answer)
    } else if contents.isStrict {
      let problem = contents.problem(of: request)
      contents.unanswered.append(problem)
      decision = .refuse(problem)
    } else if contents.reachesOthers || request.url.isOnThisMachine {
      contents.record?.begin(contents.count, request)
      decision = .send
    } else {
      decision = .refuse(
        "\(request.method) \(request.url.absoluteString) would leave this machine, and an app under test does not. "
          + "Answer it: app.network.reply(to: .get(\"\(request.url.path())\"), with: …). Or start the app with "
          + "\(ControlOption.network) allow.")
    }
    contents.trail.add(note, uptime: ProcessInfo.processInfo.systemUptime)
    return (contents.count, decision)
  }
}

extension TestNetwork.Contents {
  fileprivate func mask(with secrets: [String]) -> SecretMask { SecretMask(typed.union(kept).union(secrets)) }

  /// The answer that comes next: of those that answer once, the first whose query is that of the request, or the first; otherwise
  /// the latest of the others.
  fileprivate func index(answering request: HTTPClient.Request) -> Int? {
    let fitting = answers.indices.filter { answers[$0].pattern.matches(request.method, request.url) }
    let once = fitting.filter { answers[$0].route.once == true }
    return once.first { answers[$0].pattern.hasWholeQuery(of: request.url) } ?? once.first ?? fitting.last
  }

  /// Says that nothing answers a request, and what comes near.
  fileprivate func problem(of request: HTTPClient.Request) -> String {
    let address = request.url.absoluteString
    let target = "\(request.method) \(address)"
    if let spent = usedUp.last(where: { $0.matches(request.method, request.url) }) {
      return "Nothing answers \(target): \"\(spent.text)\" was to be answered once, and was."
    }
    let known = answers.map(\.pattern.text)
    let path = request.url.path() + (request.url.query().map { "?\($0)" } ?? "")
    let nearest =
      NearestIdentifiers.nearest(to: "\(request.method) \(path)", in: known, limit: 1).first
      ?? NearestIdentifiers.nearest(to: target, in: known, limit: 1).first
    let hint =
      nearest.map { "The nearest route is \"\($0)\"." }
      ?? (known.isEmpty
        ? "There is no route." : "There are \(known.map { "\"\($0)\"" }.joined(separator: ", ")).")
    return "Nothing answers \(target). \(hint)"
  }
}

extension NetworkRequest {
  fileprivate init(_ number: Int, _ request: HTTPClient.Request, at date: Date) {
    let isShort = request.body.count <= RequestTrail.mostOfOne
    self.init(
      number: number, method: request.method, url: request.url.absoluteString, headers: request.headers,
      body: isShort && !request.body.isEmpty ? String(data: request.body, encoding: .utf8) : nil,
      bodyBytes: request.body.count, at: ClockTime.text(date))
  }
}

extension URL {
  /// Whether the address is one of the loopback interface.
  var isOnThisMachine: Bool {
    guard let host = host()?.lowercased() else { return false }
    if ["localhost", "::1", "[::1]"].contains(host) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { UInt8($0) != nil && $0.allSatisfy(\.isNumber) }
  }
}
#endif
