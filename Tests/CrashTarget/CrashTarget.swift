import Foundation

/// An app without a screen: it does to its data what the lines of its standard input say, and answers each with a line.
///
/// The first argument is the app's id. It is there to be killed, and to be run where tests cannot be: as another user,
/// on a full disk, between mounts.
@main
struct CrashTarget {
  static func main() {
    let id = CommandLine.arguments.dropFirst().first ?? "net.example.crash"
    let session = Session(id: id, environment: ProcessInfo.processInfo.environment)
    while let line = readLine() {
      let answer = session.answer(to: line).replacing("\n", with: "\\n")
      // In one call, so that no answer is ever cut.
      FileHandle.standardOutput.write(Data("\(answer)\n".utf8))
    }
  }
}
