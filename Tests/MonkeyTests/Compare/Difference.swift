/// What is not as it is after a fresh launch.
struct Difference: Sendable, Equatable, CustomStringConvertible {
  /// When it was seen: `right after the reset`.
  let place: String
  /// What is seen, as lines with a sign: `-` for those of a fresh launch, `+` for those after the reset.
  let lines: [String]
  /// What was done after the reset.
  let journey: [Step]

  private static let longest = 30

  init(at place: String, _ lines: [String], after journey: [Step] = []) {
    self.place = place
    self.lines = lines
    self.journey = journey
  }

  /// Compares what should be with what is.
  init?(at place: String, fresh: Glimpse, live: Glimpse, after journey: [Step] = []) {
    guard fresh != live else { return nil }
    let changes = live.lines.difference(from: fresh.lines)
    self.init(
      at: place,
      changes.map { change in
        switch change {
        case .remove(_, let line, _): "- \(line)"
        case .insert(_, let line, _): "+ \(line)"
        }
      }, after: journey)
  }

  var description: String {
    let rest = lines.count - Self.longest
    return ([place + ":"] + lines.prefix(Self.longest) + (rest > 0 ? ["and \(rest) more"] : []))
      .joined(separator: "\n")
  }
}
