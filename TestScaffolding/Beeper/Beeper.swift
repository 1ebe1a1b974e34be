#if DEBUG
import Dispatch
import OperatingSystem

/// Broadcasts without content between the processes of one user, known by a name: beeps.
///
/// ```swift
/// let registration = try beeper.registerBeepHandler(identifier: "shop.refresh") { … }
/// try beeper.beep(identifier: "shop.refresh")
/// ```
///
/// Every process that is registered under the name hears the beep, the sender's own included.
///
/// Each registration is a socket of its own in a folder that only its user can enter. A beep is a connection to every
/// socket of the name, without a word: the system says whose it is.
public struct Beeper: Sendable {
  private let environment: [String: String]

  /// Creates a beeper for the processes that have the same runtime folder in their environment.
  public init(environment: [String: String]) { self.environment = environment }

  /// Sends a beep and returns how many registrations it reached.
  @discardableResult
  public func beep(identifier: String) throws(BeepError) -> Int {
    let name = try BeepName(identifier)
    let folder = try BeepFolder(environment)
    do throws(SystemError) {
      var reached = 0
      for file in try folder.files where name.owns(file: file) {
        if try Self.beep(at: folder, file) { reached += 1 }
      }
      return reached
    } catch {
      throw .system(error, path: folder.path)
    }
  }

  /// Returns whether somebody will hear it.
  private static func beep(at folder: BeepFolder, _ file: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try Descriptor.connection(to: folder.address(of: file), until: nil)
      return true
    } catch {
      // A full queue holds beeps that are still to be heard; this one joins them.
      if error.wouldWait { return true }
      if error.isRefused { folder.removeDeadSocket(file) }
      guard error.isRefused || error.isNotFound else { throw error }
      return false
    }
  }

  /// Calls the handler, on a thread of its own, for each beep with the identifier, as long as the registration lives.
  public func registerBeepHandler(
    identifier: String, handler: @escaping @Sendable () -> Void
  ) throws(BeepError) -> BeepRegistration {
    let name = try BeepName(identifier)
    let folder = try BeepFolder(environment)
    let file = name.newFile()
    let socket: Descriptor
    do throws(SystemError) {
      socket = try Descriptor.listener(at: folder.address(of: file), backlog: 128)
    } catch {
      throw .system(error, path: "\(folder.path)/\(file)")
    }
    // Any thread may cancel a source, which its type does not say on Linux.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: socket.number, queue: DispatchQueue(label: "beep \(name.text)"))
    source.setEventHandler {
      while let beep = try? socket.accepted() {
        if beep.peer?.user == FileStatus.currentUser { handler() }
      }
    }
    source.setCancelHandler { withExtendedLifetime(socket) {} }
    source.activate()
    return BeepRegistration {
      folder.remove(file)
      source.cancel()
    }
  }
}
#endif
