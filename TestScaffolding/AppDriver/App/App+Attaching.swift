#if DEBUG
import ControlProtocol
package import OperatingSystem
import Processes

/// How to reach an app that another process has started.
package struct AppAddress: Sendable {
  /// The name that the app reports of itself.
  package var name: String
  package var process: Int32
  package var socket: String

  package init(name: String, process: Int32, socket: String) {
    (self.name, self.process, self.socket) = (name, process, socket)
  }
}

extension App {
  /// Drives an app that another process has started, and that goes on when this one has ended. It knows neither generation
  /// nor screen before it has looked once. Throws if there is no such process.
  package convenience init(attachedTo address: AppAddress, settings: AppSettings) throws {
    self.init(address.name, settings: settings)
    let process = try AppProcess(watching: address.process, settings: settings)
    let handshake = Handshake(
      app: address.name, pid: address.process, token: "", socket: address.socket)
    let running = RunningApp(
      process, of: address.name, saying: handshake, at: address.socket, Configuration(), settings)
    begin(running, generation: 0, screen: nil)
  }

  /// Where another process reaches the app; nil if it does not run.
  package var address: AppAddress? {
    guard let running, let socket = running.handshake.socket else { return nil }
    return AppAddress(name: running.handshake.app, process: running.process.pid, socket: socket)
  }

  /// The page with the workbench, with its token, if the app serves one.
  package var workbench: String? {
    running?.handshake.url.map { "\($0)/#token=\(running?.handshake.token ?? "")" }
  }

  /// Waits until the descriptor becomes readable. Returns false if the app ends or the deadline passes first.
  package func waits(for descriptor: Descriptor, until deadline: Deadline?) throws -> Bool {
    guard let running else { throw AppError.notRunning(app: executableName) }
    return try running.process.waits(for: descriptor, until: deadline)
  }

  /// How the app has ended, with the last of what it wrote; nil while it runs.
  package var ending: AppError? {
    running?.process.exitStatus.map { .ended(app: executableName, $0, doing: "by itself", log: log) }
  }
}
#endif
