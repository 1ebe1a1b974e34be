import TerminalUI

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

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
    for stream in [input, output, error].sorted() where fcntl(stream, F_GETFD) == -1 && errno == EBADF {
      let nothing = open("/dev/null", O_RDWR)
      guard nothing >= 0, nothing != stream else { continue }
      dup2(nothing, stream)
      close(nothing)
    }
  }

  var inputIsTerminal: Bool { isatty(input) == 1 }
  var outputIsTerminal: Bool { isatty(output) == 1 }

  func print(_ text: String) { Self.write(text + "\n", to: output) }
  /// Says what is wrong; words of the command line or of a file in it cannot command the terminal.
  func complain(_ text: String) {
    Self.write(VisibleText.lines(text).joined(separator: "\n") + "\n", to: error)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
