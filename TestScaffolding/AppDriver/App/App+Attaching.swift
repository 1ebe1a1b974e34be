#if DEBUG
import ControlProtocol
package import OperatingSystem
import Processes

/// How to reach an app that another process has started.
package struct AppAddress: Sendable {
  /// The name that the app reports of itself.
  package var name: String
  package var process: Int32
  package var door: AppDoor

  package init(name: String, process: Int32, door: AppDoor) {
    (self.name, self.process, self.door) = (name, process, door)
  }
}

extension App {
  /// Drives an app that another process has started, and that goes on when this one has ended. It knows neither generation
  /// nor screen before it has looked once. Throws if there is no such process.
  package convenience init(attachedTo address: AppAddress, settings: AppSettings) throws {
    self.init(address.name, settings: settings)
    let process = try AppProcess(watching: address.process, settings: settings)
    let running = RunningApp(
      process, of: address.name, at: "", url: nil, token: "", Configuration(), settings,
      through: address.door)
    begin(running, generation: 0, screen: nil)
  }

  /// By what others reach the app; nil if it does not run.
  package var reach: (app: String, process: Int32, socket: String, workbench: String?)? {
    running.map { ($0.name, $0.process.pid, $0.socket, $0.workbench) }
  }

  /// Asks the app to quit, which it may refuse.
  package func quit() { running?.quit(within: settings.requestTimeout) }

  /// Waits until the descriptor becomes readable. Returns false if the app ends or the deadline passes first.
  package func waits(for descriptor: Descriptor, until deadline: Deadline?) throws -> Bool {
    guard let running else { throw AppError.notRunning(app: executableName) }
    return try running.process.waits(for: descriptor, until: deadline)
  }

  /// Waits for the end of the process.
  package func hasEnded(until deadline: Deadline) -> Bool {
    running.map { $0.process.waitForExit(until: deadline) != nil } ?? true
  }

  /// How the app has ended, with the last of what it wrote; nil while it runs.
  package var ending: AppError? {
    running?.process.exitStatus.map { .ended(app: executableName, $0, doing: "", log: log) }
  }
}
#endif
