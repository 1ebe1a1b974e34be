import Foundation
import LaunchReports
import OperatingSystem

/// The tool that the plugin runs. Run it directly to read from standard input, or for its exit status.
@main
struct LaunchReportTool {
  static func main() {
    let isTerminal = Descriptor(borrowing: 1).isTerminal
    let surroundings = ReportCommand.Surroundings(
      width: terminalWidth ?? 80,
      isTerminal: isTerminal && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty,
      write: { FileHandle.standardOutput.write(Data($0.utf8)) },
      complain: { FileHandle.standardError.write(Data($0.utf8)) })
    exit(ReportCommand(in: surroundings).run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static var terminalWidth: Int? {
    if let size = Descriptor(borrowing: 1).terminalSize { return size.columns }
    return ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }.map { min($0, 500) }
  }
}
