#if DEBUG
import CleanSlateCommand
import Foundation
import OperatingSystem
import Processes

/// `swift run cleanslate`: what a workspace of many teams needs beside `swift run` and `swift test`.
@main
struct Main {
  static func main() {
    ThisProcess.ignoreFileSizeSignal()
    var interruption: Interruption?
    let surroundings = Surroundings(
      folder: FileManager.default.currentDirectoryPath, environment: ProcessInfo.processInfo.environment,
      write: write, complain: complain,
      columns: { Descriptor(borrowing: 1).terminalSize?.columns },
      keys: { Descriptor(borrowing: 0).isTerminal ? Descriptor(borrowing: 0) : nil },
      watchForInterruption: {
        // Whoever asks later sees what has come by then.
        let watched = try interruption ?? Interruption()
        interruption = watched
        return watched.descriptor
      })
    defer { withExtendedLifetime(interruption) {} }
    exit(Command(in: surroundings).run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func write(_ text: String) {
    do {
      try Descriptor(borrowing: 1).writeAll(Array(text.utf8))
    } catch {
      complain("cleanslate: standard output cannot be written: \(error.reason)\n")
      exit(EX_IOERR)
    }
  }

  private static func complain(_ text: String) { try? Descriptor(borrowing: 2).writeAll(Array(text.utf8)) }
}
#else
import Foundation

@main
struct Main {
  static func main() {
    FileHandle.standardError.write(Data("cleanslate is a tool of debug builds: swift run cleanslate\n".utf8))
    exit(69)
  }
}
#endif
