import Foundation
import Records

/// Reads an event stream, which has a JSON object in each line: Swift Testing's own, and the one that the driver's observer
/// writes of XCTest in the same form.
struct EventReader {
  /// The tests that the stream has listed.
  private(set) var tests: [TestIdentity] = []
  /// The suites that declare themselves, and where they do.
  private(set) var suites: [String: SourcePlace] = [:]
  /// Whether the run of the tests has begun, and come to its end.
  private(set) var (hasBegun, hasEnded) = (false, false)
  /// What could not be read, with its place.
  private(set) var problems: [String] = []
  private var lineCount = 0
  /// What the driver has kept because of errors that the framework reports next, by test. Cases of one run at a time.
  private var evidence: [String: [Evidence]] = [:]

  private var cancelled: Set<String> = []

  struct Evidence {
    let error: String
    let kept: String
  }

  mutating func read(_ line: some Collection<UInt8>) -> [TestEvent] {
    lineCount += 1
    do {
      let record = try JSONDecoder().decode(Record.self, from: Data(line))
      return record.payload.map { take($0, of: record.kind) } ?? []
    } catch {
      problems.append(
        "Line \(lineCount) of its records cannot be read: \((error as? DecodingError)?.place ?? "\(error)")")
      return []
    }
  }

  /// Takes what is left where a line should have ended.
  mutating func read(rest: [UInt8]) {
    guard !rest.isEmpty else { return }
    problems.append("Line \(lineCount + 1) of its records has no end; \(rest.count) bytes of it are there.")
  }

  private mutating func take(_ payload: Record.Payload, of kind: String) -> [TestEvent] {
    if kind == "test" {
      if let test = payload.test {
        tests.append(test)
      } else if payload.kind == "function" {
        problems.append("Line \(lineCount) of its records cannot be read: a test has no name or no place.")
      }
      if payload.kind == "suite", let id = payload.id, let place = payload.sourceLocation {
        suites[id] = place.place
      }
      return []
    }
    if payload.kind == "runStarted" { hasBegun = true }
    if payload.kind == "runEnded" { hasEnded = true }
    if let id = payload.testID, let found = payload.evidence { evidence[id, default: []].append(found) }
    guard let event = payload.event else { return [] }
    if payload.kind == "testCancelled" { cancelled.insert(event.id) }
    // Swift 6.3 says why a test was cancelled only when it ends.
    if payload.kind == "testEnded", cancelled.remove(event.id) != nil, !payload.skipReason.isEmpty {
      return [.skipped(event.id, reason: payload.skipReason), event]
    }
    guard case .failed(let id, var failure) = event,
      let index = evidence[id]?.firstIndex(where: { failure.message.contains($0.error) })
        ?? onlyOne(of: id, failure),
      let found = evidence[id]?.remove(at: index)
    else { return [event] }
    failure.message += "\n" + found.kept
    return [.failed(id, failure)]
  }
}

extension EventReader {
  /// An error may have other words for a test than for everybody else.
  private func onlyOne(of id: String, _ failure: TestFailure) -> Int? {
    evidence[id]?.count == 1 && failure.message.hasPrefix("Caught error") ? 0 : nil
  }
}

private struct Record: Decodable {
  struct Payload: Decodable {
    let kind: String
    let id: String?
    let name: String?
    let sourceLocation: Location?
    let testID: String?
    let instant: Instant?
    let issue: Issue?
    let messages: [Message]?
  }
  struct Location: Decodable {
    let filePath: String
    let line: Int
    let column: Int
  }
  struct Instant: Decodable { let absolute: Double }
  struct Issue: Decodable {
    let isFailure: Bool?
    let isKnown: Bool?
    let sourceLocation: Location?
  }
  struct Message: Decodable {
    let symbol: String
    let text: String
  }

  let kind: String
  let payload: Payload?

  private enum CodingKeys: String, CodingKey { case kind, payload }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(String.self, forKey: .kind)
    // Other kinds may look otherwise.
    payload =
      ["test", "event"].contains(kind) ? try container.decode(Payload.self, forKey: .payload) : nil
  }
}

extension Record.Payload {
  /// What a record of a test function says; suites are no tests.
  var test: TestIdentity? {
    guard kind == "function", let id, let name, let location = sourceLocation else { return nil }
    return TestIdentity(framework: .swiftTesting, id: id, name: name, place: location.place)
  }

  var event: TestEvent? {
    let id = testID ?? "(outside of any test)"
    let time = instant?.absolute ?? 0
    switch kind {
    case "testStarted": return .started(id, at: time)
    case "testEnded": return .endedAt(id, time)
    case "testSkipped", "testCancelled": return .skipped(id, reason: skipReason)
    case "issueRecorded":
      guard let issue, issue.isFailure ?? (issue.isKnown != true) else { return nil }
      return .failed(id, TestFailure(message: text, place: issue.sourceLocation?.place))
    default: return nil
    }
  }

  /// Where evidence is, which the driver tells as a warning, behind the error.
  var evidence: EventReader.Evidence? {
    guard kind == "issueRecorded", issue?.isFailure == false, issue?.isKnown != true,
      let comment = messages?.last?.text, let start = comment.firstRange(of: "\n" + TestFailure.evidence)
    else { return nil }
    return EventReader.Evidence(
      error: String(comment[..<start.lowerBound]), kept: String(comment[start.lowerBound...].dropFirst()))
  }

  /// That an issue was recorded says nothing beside what it is.
  private var text: String {
    let texts = (messages ?? []).map(\.text)
    return (texts.count > 1 && texts[0] == "Issue recorded" ? texts.dropFirst() : texts[...])
      .joined(separator: "\n")
  }

  /// The message is `Test name() skipped: "reason"`, in which the name may be a text in quotes, and both may say anything.
  var skipReason: String {
    let sentence =
      /(?s)\w+ (?:".*?"|`[^`]*`\S*|[^"`]\S*) (?:skipped|was cancelled)[^:]*: "?(.*?)"?/
    return text.wholeMatch(of: sentence).map { String($0.1) } ?? ""
  }
}

extension Record.Location {
  var place: SourcePlace { SourcePlace(file: filePath, line: line) }
}
