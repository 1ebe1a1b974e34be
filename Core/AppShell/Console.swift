import OperatingSystem
import TerminalUI

/// The three standard streams of a process, as file descriptors.
public struct Console: Sendable {
  /// Where keys and commands come from.
  public let input: Int32
  /// Where screens go.
  public let output: Int32
  /// Where error messages go.
  public let error: Int32

  /// Creates a console of the given streams.
  public init(input: Int32, output: Int32, error: Int32) {
    self.input = input
    self.output = output
    self.error = error
  }

  /// The streams that the process was started with.
  public static var standard: Console { Console(input: 0, output: 1, error: 2) }

  /// Opens `/dev/null` in place of each stream that the process was started without. Otherwise a file or socket of
  /// the app could get the stream's number, and would receive what is printed.
  func fillGaps() {
    for stream in [input, output, error].sorted() { Descriptor.fillGap(at: stream) }
  }

  var inputIsTerminal: Bool { Descriptor(borrowing: input).isTerminal }
  var outputIsTerminal: Bool { Descriptor(borrowing: output).isTerminal }

  func print(_ text: String) { Self.write(text + "\n", to: output) }
  /// Prints an error message. It may quote the command line or a file, so control characters in it are replaced.
  func complain(_ text: String) {
    Self.write(VisibleText.lines(text).joined(separator: "\n") + "\n", to: error)
  }

  /// A failed write is ignored: there is nowhere to report it.
  private static func write(_ text: String, to descriptor: Int32) {
    try? Descriptor(borrowing: descriptor).writeAll(Array(text.utf8))
  }
}
