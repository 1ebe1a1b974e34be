#if DEBUG
/// A part of the app that reads what strangers write, with what must hold for every input.
enum FuzzTarget: String, CaseIterable {
  /// The parser of requests, and the conversation on a connection.
  case request
  /// The bodies of requests: the first byte chooses the kind.
  case body
  /// Flags, gestures and links in launch arguments.
  case flags
  /// The commands of the line mode.
  case lines

  /// Throws what does not hold for the input.
  @MainActor
  func check(_ input: [UInt8]) throws {
    switch self {
    case .request: try RequestTarget.check(input)
    case .body: try BodyTarget.check(input)
    case .flags: try FlagTarget.check(input)
    case .lines: try LineTarget.check(input)
    }
  }
}

/// Something that must hold for every input, and does not for this one.
struct FuzzFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless the condition holds.
func require(_ condition: Bool, _ rule: @autoclosure () -> String) throws {
  guard condition else { throw FuzzFailure(rule()) }
}

/// Cuts an input into pieces of sizes that depend on the input alone.
func pieces(of input: [UInt8], upTo longest: Int) -> [ArraySlice<UInt8>] {
  var state = input.reduce(UInt64(longest)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  var pieces: [ArraySlice<UInt8>] = []
  var start = 0
  while start < input.count {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let end = min(input.count, start + 1 + Int(state >> 33) % longest)
    pieces.append(input[start..<end])
    start = end
  }
  return pieces
}
#endif
