#if DEBUG
/// What is said on one connection, as a value: it takes bytes and answers, and tells what to do next.
struct Conversation: Sendable {
  enum Step: Equatable {
    /// Send from `unsent`.
    case send
    /// Hand the request to the router, and the response to `answer(_:)`.
    case route(HTTPRequest)
    /// The router has a request; until its answer nothing else is done.
    case awaitAnswer
    /// Receive, and pass the bytes to `receive(_:)`.
    case receive
    /// Nothing will be sent any more: say so to the client, and receive until it has gone.
    case sayFarewell
    case close
  }

  /// What the connection waits for; a change begins a new wait.
  enum Wait: Equatable {
    /// The router has a request; a client that hears no more has said all that it will.
    case answer(clientHasEnded: Bool)
    case request(number: Int, hasBegun: Bool)
    case sending(left: Int)
    case farewell
  }

  private enum Phase: Equatable {
    case receiving
    case answering(toHead: Bool, keepsAlive: Bool)
    case ending
  }

  private let requestGuard: RequestGuard
  private var phase = Phase.receiving
  private var parser = HTTPRequestParser()
  /// The bytes that are to be sent.
  private var unsent: ArraySlice<UInt8> = []
  private var inputHasEnded = false
  private var requestCount = 0

  /// With a refusal, a conversation that is over after this one sentence.
  init(_ requestGuard: RequestGuard, refusing refusal: HTTPRefusal? = nil) {
    self.requestGuard = requestGuard
    if let refusal { refuse(refusal) }
  }

  /// Whether more bytes are welcome; while an answer is in the making, only a few are.
  var wantsInput: Bool {
    switch phase {
    case _ where inputHasEnded: false
    case .receiving: unsent.isEmpty
    case .answering: parser.waiting < Self.readAhead
    case .ending: true
    }
  }

  var wait: Wait {
    switch phase {
    case _ where !unsent.isEmpty: .sending(left: unsent.count)
    case .receiving: .request(number: requestCount, hasBegun: parser.isInsideRequest)
    case .answering: .answer(clientHasEnded: inputHasEnded)
    case .ending: .farewell
    }
  }

  /// Whether all that the client will ever say has been read, or cannot be read before an answer is sent.
  var hasHeardAll: Bool { inputHasEnded || !wantsInput }

  /// Whether no further request is taken.
  var isEnding: Bool { phase == .ending }

  mutating func receive(_ bytes: UnsafeRawBufferPointer) {
    if phase != .ending { parser.append(bytes) }
  }

  mutating func receiveEnd() { inputHasEnded = true }

  /// Hands over what is to be sent, as if it were sent.
  mutating func takeUnsent() -> ArraySlice<UInt8> {
    defer { unsent = [] }
    return unsent
  }

  /// Takes back what could not be sent; nothing else is to be sent by then.
  mutating func putBack(_ bytes: ArraySlice<UInt8>) { unsent = bytes }

  mutating func answer(_ response: HTTPResponse) {
    guard case .answering(let toHead, let keepsAlive) = phase else { return }
    unsent = response.serialized(toHead: toHead, keepsAlive: keepsAlive)[...]
    phase = keepsAlive ? .receiving : .ending
  }

  /// Ends what has waited too long, with a word on it if the client can still hear it.
  mutating func giveUp(after limits: ServerLimits) {
    switch wait {
    case .request(_, hasBegun: true):
      let seconds = limits.request / .seconds(1)
      refuse(
        .badRequest(
          "The request did not arrive whole within \(seconds) s. Send it again, at once.", status: 408))
    case .request: phase = .ending
    case .answer: break
    case .sending, .farewell: abandon()
    }
  }

  /// Whether the client has asked for something that it may ask for.
  var hasBeenAsked: Bool { requestCount > 0 }

  /// Ends in favour of another client, with a word on it to one that is about to ask for something.
  mutating func makeRoom() {
    switch wait {
    case .request(_, hasBegun: true), .request(number: 0, hasBegun: false):
      refuse(
        .unavailable(
          "Another client needed the connection before the request was whole. Send it again, at once."))
    case .request, .answer, .sending, .farewell: abandon()
    }
  }

  /// Ends at once, and forgets all that was to be said.
  mutating func abandon() {
    phase = .ending
    unsent = []
    parser = HTTPRequestParser()
    inputHasEnded = true
  }

  mutating func next() -> Step {
    while unsent.isEmpty {
      switch phase {
      case .ending: return inputHasEnded ? .close : .sayFarewell
      case .answering: return .awaitAnswer
      case .receiving:
        do throws(HTTPRefusal) {
          if let step = try nextOfParser() { return step }
        } catch {
          refuse(error)
        }
      }
    }
    return .send
  }

  private mutating func nextOfParser() throws(HTTPRefusal) -> Step? {
    switch try parser.next() {
    case .request(let request):
      if let refusal = requestGuard.refusal(of: request) { throw refusal }
      requestCount += 1
      phase = .answering(toHead: request.method == "HEAD", keepsAlive: request.keepsAlive)
      return .route(request)
    case .head(let request, let awaitsContinue):
      if let refusal = requestGuard.refusal(of: request) { throw refusal }
      if awaitsContinue { unsent = HTTPResponse.continuation[...] }
      return nil
    case .incomplete:
      guard inputHasEnded else { return .receive }
      phase = .ending
      if parser.isInsideRequest { throw .badRequest("The request ended in the middle.") }
      return nil
    }
  }

  private mutating func refuse(_ refusal: HTTPRefusal) {
    requestGuard.onRefusal("\(refusal.status): \(refusal.message)")
    unsent = refusal.response.serialized(keepsAlive: false)[...]
    phase = .ending
    // Nobody reads on, and there may be much of it.
    parser = HTTPRequestParser()
  }

  /// How many bytes of later requests may wait for the answer to an earlier one.
  private static let readAhead = 16 << 10
}
#endif
