/// In a record, a state is `{"kind": "skipped", "reason": "no tmux"}`.
extension TestResult.State {
  private enum CodingKeys: String, CodingKey { case kind, reason }
  private enum Kind: String, Codable {
    case passed, failed, skipped
    case brokenOff = "broken off"
    case notRun = "not run"
    case notEnded = "not ended"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let (kind, reason): (Kind, String?) =
      switch self {
      case .waiting: (.notRun, nil)
      case .running: (.notEnded, nil)
      case .passed: (.passed, nil)
      case .failed: (.failed, nil)
      case .skipped(let reason): (.skipped, reason)
      case .cutOff(let reason): (.brokenOff, reason)
      }
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(reason, forKey: .reason)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .notRun: self = .waiting
    case .notEnded: self = .running
    case .passed: self = .passed
    case .failed: self = .failed
    case .skipped: self = .skipped(try container.decode(String.self, forKey: .reason))
    case .brokenOff: self = .cutOff(try container.decode(String.self, forKey: .reason))
    }
  }
}
