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
  /// the app could get the stream's number, and would receive what is printed. Writing to a missing output fails.
  func fillGaps() {
    let gaps: [(Int32, Descriptor.Access)] = [(input, .reading), (output, .reading), (error, .both)]
    for (stream, access) in gaps.sorted(by: { $0.0 < $1.0 }) { Descriptor.fillGap(at: stream, access) }
  }

  var inputIsTerminal: Bool { Descriptor(borrowing: input).isTerminal }
  var outputIsTerminal: Bool { Descriptor(borrowing: output).isTerminal }

  /// How wide printed text may be: 80 columns, or fewer on a narrow terminal.
  var outputColumns: Int { min(80, Descriptor(borrowing: output).terminalSize?.columns ?? 80) }

  func print(_ lines: [String]) throws(ConsoleError) {
    let text = lines.map { $0 + "\n" }.joined()
    do {
      // A reader who has gone has read enough.
      _ = try Descriptor(borrowing: output).writeAll(Array(text.utf8)) { true }
    } catch {
      throw .output(reason: error.reason)
    }
  }

  /// Prints an error message. It may quote the command line or a file, so control characters in it are replaced. A
  /// failed write is ignored: there is nowhere to report it.
  func complain(_ text: String) {
    let stream = Descriptor(borrowing: error)
    var lines = VisibleText.lines(text).joined(separator: "\n") + "\n"
    if let columns = stream.terminalSize?.columns { lines = LinePrinter.wrapped(lines, columns: columns) }
    _ = try? stream.writeAll(Array(lines.utf8)) { true }
  }
}

/// What kept an app from going on with the streams of its process.
enum ConsoleError: Error, Equatable, CustomStringConvertible {
  case output(reason: String)
  /// It could not be listened to, or not be read.
  case input(reason: String)
  /// Lines of the input could not be done, and each has been told.
  case refusedLines

  var description: String {
    switch self {
    case .output(let reason): "The output cannot be written: \(reason)."
    case .input(let reason): "The input cannot be read: \(reason)."
    case .refusedLines: "Lines of the input could not be done."
    }
  }
}
