import Foundation
import LaunchReports

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What the plugin runs, and people who want standard input or the exit status.
@main
struct LaunchReportTool {
  static func main() {
    let isTerminal = isatty(1) == 1
    let surroundings = ReportCommand.Surroundings(
      width: terminalWidth ?? 80,
      isTerminal: isTerminal && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty,
      write: { FileHandle.standardOutput.write(Data($0.utf8)) },
      complain: { FileHandle.standardError.write(Data($0.utf8)) })
    exit(ReportCommand(in: surroundings).run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static var terminalWidth: Int? {
    var size = winsize()
    if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }.map { min($0, 500) }
  }
}
