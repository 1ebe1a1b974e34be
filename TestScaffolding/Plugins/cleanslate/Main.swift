#if DEBUG
import CleanSlateCommand
import Foundation
import OperatingSystem
import Processes

/// `swift run cleanslate`: what a workspace of many teams needs beside `swift run` and `swift test`.
@main
struct Main {
  static func main() {
    var interruption: Interruption?
    let surroundings = Surroundings(
      folder: FileManager.default.currentDirectoryPath, environment: ProcessInfo.processInfo.environment,
      write: { FileHandle.standardOutput.write(Data($0.utf8)) },
      complain: { FileHandle.standardError.write(Data($0.utf8)) },
      columns: { Descriptor(borrowing: 1).terminalSize?.columns },
      keys: { Descriptor(borrowing: 0).isTerminal ? Descriptor(borrowing: 0) : nil },
      watchForInterruption: {
        let new = try Interruption()
        interruption = new
        return new.descriptor
      })
    defer { withExtendedLifetime(interruption) {} }
    exit(Command(in: surroundings).run(Array(CommandLine.arguments.dropFirst())))
  }
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
