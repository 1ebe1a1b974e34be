/// One thing a program says to a terminal.
enum TerminalToken: Equatable {
  case print(Unicode.Scalar)
  /// A control character outside of or within a sequence.
  case control(UInt8)
  /// ESC and what follows up to the final character, without the ESC.
  case escape(String)
  case sequence(ControlSequence)
  /// OSC, DCS and the like, without ESC and terminator.
  case string(String)
}

/// `ESC [`, an optional private marker, parameters, intermediates and a final character.
struct ControlSequence: Equatable {
  var marker = ""
  /// One list for each parameter: its parts between colons. A missing number is 0.
  var parameters: [[Int]] = []
  var intermediates = ""
  var final = ""

  /// Takes apart the bytes between `ESC [` and the end.
  init(_ bytes: some Sequence<UInt8>) {
    var digits = ""
    for byte in bytes {
      let character = String(UnicodeScalar(byte))
      switch byte {
      case 0x3C...0x3F: marker += character
      case 0x30...0x3B: digits += character
      case 0x20...0x2F: intermediates += character
      default: final = character
      }
    }
    guard !digits.isEmpty else { return }
    parameters = digits.split(separator: ";", omittingEmptySubsequences: false).map { parameter in
      parameter.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    }
  }

  /// What tells one command from another.
  var command: String { marker + intermediates + final }

  /// Returns a parameter where 0 or none means 1: counts and coordinates.
  func count(_ index: Int = 0) -> Int { max(1, mode(index)) }

  /// Returns a parameter where none means 0.
  func mode(_ index: Int = 0) -> Int {
    parameters.indices.contains(index) ? min(parameters[index].first ?? 0, 9999) : 0
  }

  /// The sequence as it was sent, or with some other parameters.
  func text(parameters: [[Int]]? = nil) -> String {
    let numbers = (parameters ?? self.parameters).map { $0.map(String.init).joined(separator: ":") }
    return "\u{1B}[" + marker + numbers.joined(separator: ";") + intermediates + final
  }
}
