#if DEBUG
/// The HTTP conversation on one connection, without any input or output: it takes bytes and answers, and says what to
/// do next.
struct Conversation: Sendable {
  enum Step: Equatable {
    /// Send from `unsent`.
    case send
    /// Pass the request to the router, and its response to `answer(_:)`.
    case route(HTTPRequest)
    /// The router has a request; do nothing until it answers.
    case awaitAnswer
    /// Receive bytes, and pass them to `receive(_:)`.
    case receive
    /// Nothing will be sent any more: close the sending side, and receive until the client has closed its side.
    case sayFarewell
    case close
  }

  /// What the connection waits for. When this changes, the time limits start again.
  enum Wait: Equatable {
    /// The router has a request. `clientHasEnded` says whether the client has stopped sending.
    case answer(clientHasEnded: Bool)
    case request(number: Int, hasBegun: Bool)
    case sending(left: Int)
    case farewell
  }

  private enum Phase: Equatable {
    case receiving
    case answering(keepsAlive: Bool)
    case ending
  }

  private let requestGuard: RequestGuard
  private var phase = Phase.receiving
  private var parser = HTTPRequestParser()
  /// The bytes still to be sent.
  private var unsent: ArraySlice<UInt8> = []
  private var inputHasEnded = false
  private var requestCount = 0

  /// Creates a conversation. With a refusal, sends only that and ends.
  init(_ requestGuard: RequestGuard, refusing refusal: HTTPRefusal? = nil) {
    self.requestGuard = requestGuard
    if let refusal { refuse(refusal) }
  }

  /// Whether to receive more bytes; only a few while an answer is being prepared.
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

  /// Whether the client's input has been read to its end, or cannot be read on before an answer is sent.
  var hasHeardAll: Bool { inputHasEnded || !wantsInput }

  /// Whether the conversation takes no further requests.
  var isEnding: Bool { phase == .ending }

  mutating func receive(_ bytes: UnsafeRawBufferPointer) {
    if phase != .ending { parser.append(bytes) }
  }

  mutating func receiveEnd() { inputHasEnded = true }

  /// Removes and returns the bytes to be sent.
  mutating func takeUnsent() -> ArraySlice<UInt8> {
    defer { unsent = [] }
    return unsent
  }

  /// Puts back the bytes that could not be sent. No other bytes may have been queued since.
  mutating func putBack(_ bytes: ArraySlice<UInt8>) { unsent = bytes }

  mutating func answer(_ response: HTTPResponse) {
    guard case .answering(let keepsAlive) = phase else { return }
    unsent = response.serialized(toHead: parser.isForHead, keepsAlive: keepsAlive)[...]
    phase = keepsAlive ? .receiving : .ending
  }

  /// Ends a wait that has taken too long, with an error message if the client can still receive one.
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

  /// Whether the client has made at least one permitted request.
  var hasBeenAsked: Bool { requestCount > 0 }

  /// Ends in favour of another client, with an error message if this one may be about to send a request.
  mutating func makeRoom() {
    switch wait {
    case .request(_, hasBegun: true), .request(number: 0, hasBegun: false):
      refuse(
        .unavailable(
          "Another client needed the connection before the request was whole. Send it again, at once."))
    case .request, .answer, .sending, .farewell: abandon()
    }
  }

  /// Ends at once, and drops all unsent bytes.
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
          switch try parser.next() {
          case .request(let request):
            if let refusal = requestGuard.refusal(of: request) { throw refusal }
            requestCount += 1
            phase = .answering(keepsAlive: request.keepsAlive)
            return .route(request)
          case .head(let request, let awaitsContinue):
            if let refusal = requestGuard.refusal(of: request) { throw refusal }
            if awaitsContinue { unsent = HTTPResponse.continuation[...] }
          case .incomplete:
            guard inputHasEnded else { return .receive }
            phase = .ending
            if parser.isInsideRequest { throw .badRequest("The request ended in the middle.") }
          }
        } catch {
          refuse(error)
        }
      }
    }
    return .send
  }

  private mutating func refuse(_ refusal: HTTPRefusal) {
    requestGuard.onRefusal("\(refusal.status): \(refusal.message)")
    unsent = refusal.response.serialized(toHead: parser.isForHead, keepsAlive: false)[...]
    phase = .ending
    // The rest of the input will not be parsed, and it may be long.
    parser = HTTPRequestParser()
  }

  /// How many bytes of later requests to read while an earlier one is being answered.
  private static let readAhead = 16 << 10
}
#endif
