#if DEBUG
import Dispatch
import OperatingSystem

/// Sends and receives beeps: broadcasts with a name but no content, between the processes of one user.
///
/// ```swift
/// let registration = try beeper.registerBeepHandler(identifier: "shop.refresh") { … }
/// try beeper.beep(identifier: "shop.refresh")
/// ```
///
/// Every process that has registered for the name hears the beep, including the sender.
///
/// Each registration has its own socket, in a folder that only its user can enter. Sending a beep means connecting to
/// every socket of the name, without sending data. The receiver asks the system which user has connected.
public struct Beeper: Sendable {
  private let environment: [String: String]

  /// Creates a beeper that reaches the processes whose environment has the same runtime folder.
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

  /// Returns whether a registration will receive the beep.
  private static func beep(at folder: BeepFolder, _ file: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try Descriptor.connection(to: folder.address(of: file), until: nil)
      return true
    } catch {
      // The queue is full of beeps that will still be handled, so this one would add nothing.
      if error.wouldWait { return true }
      if error.isRefused { folder.removeDeadSocket(file) }
      guard error.isRefused || error.isNotFound else { throw error }
      return false
    }
  }

  /// Calls the handler for each beep with the identifier, on a queue of its own, until the registration is released.
  public func registerBeepHandler(
    identifier: String, handler: @escaping @Sendable () -> Void
  ) throws(BeepError) -> BeepRegistration {
    let name = try BeepName(identifier)
    let folder = try BeepFolder(environment)
    let file = name.newFile()
    let socket: Descriptor
    do throws(SystemError) {
      socket = try folder.inTurn { () throws(SystemError) in
        try Descriptor.listener(at: folder.address(of: file), backlog: 128)
      }
    } catch {
      throw .system(error, path: "\(folder.path)/\(file)")
    }
    // Any thread may cancel a dispatch source, but on Linux its type is not marked `Sendable`.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: socket.number, queue: DispatchQueue(label: "beep \(name.text)"))
    source.setEventHandler {
      do {
        while let beep = try socket.accepted() {
          if beep.peer?.user == FileStatus.currentUser { handler() }
        }
      } catch {
        // Probably no descriptors are left. The beep waits, and would be reported again and again.
        _ = try? Descriptor.poll([], until: Deadline(in: .milliseconds(100)))
      }
    }
    source.setCancelHandler { withExtendedLifetime(socket) {} }
    source.activate()
    return BeepRegistration(at: "\(folder.address(of: file))") {
      folder.remove(file)
      source.cancel()
    }
  }
}
#endif
