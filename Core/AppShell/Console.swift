import OperatingSystem
import TerminalUI

/// The three streams of a process, by their descriptors.
public struct Console: Sendable {
  /// Where keys and commands come from.
  public let input: Int32
  /// Where screens go.
  public let output: Int32
  /// Where complaints go.
  public let error: Int32

  /// Names the streams.
  public init(input: Int32, output: Int32, error: Int32) {
    self.input = input
    self.output = output
    self.error = error
  }

  /// The streams that the process was started with.
  public static var standard: Console { Console(input: 0, output: 1, error: 2) }

  /// Opens nothing in place of each stream that the process was started without, so that no file or socket of the app
  /// takes its number, and what is printed goes into it.
  func fillGaps() {
    for stream in [input, output, error].sorted() { Descriptor.fillGap(at: stream) }
  }

  var inputIsTerminal: Bool { Descriptor(borrowing: input).isTerminal }
  var outputIsTerminal: Bool { Descriptor(borrowing: output).isTerminal }

  func print(_ text: String) { Self.write(text + "\n", to: output) }
  /// Says what is wrong; words of the command line or of a file in it cannot command the terminal.
  func complain(_ text: String) {
    Self.write(VisibleText.lines(text).joined(separator: "\n") + "\n", to: error)
  }

  /// What nobody takes is lost: there is nobody to tell.
  private static func write(_ text: String, to descriptor: Int32) {
    try? Descriptor(borrowing: descriptor).writeAll(Array(text.utf8))
  }
}
