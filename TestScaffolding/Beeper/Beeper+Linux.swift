#if DEBUG
#if canImport(Glibc)
import Dispatch
import Glibc

// Each registration is a datagram socket of its own in a folder that only its user can enter. A beep is an empty
// datagram to every socket of the name.
extension Beeper {
  func send(_ name: BeepName) throws(BeepError) -> Int? {
    let folder = try BeepFolder(environment)
    let socket = try BeepSocket(for: folder.path)
    var reached = 0
    for file in try folder.files where name.owns(file: file) {
      switch socket.beep(at: folder.address(of: file)) {
      // A full queue holds beeps that are still to be heard; this one joins them.
      case 0, EAGAIN: reached += 1
      case ECONNREFUSED: folder.removeDeadSocket(file)
      // Let go just now.
      case ENOENT: break
      case let code: throw .system(call: "sendto", path: "\(folder.path)/\(file)", code: code)
      }
    }
    return reached
  }

  func listen(
    _ name: BeepName, _ handler: @escaping @Sendable () -> Void
  ) throws(BeepError) -> BeepRegistration {
    let folder = try BeepFolder(environment)
    let socket = try BeepSocket(for: folder.path)
    let file = name.newFile()
    try socket.bind(to: folder.address(of: file), path: "\(folder.path)/\(file)")
    // Any thread may cancel a source, which its type does not say on Linux.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(
      fileDescriptor: socket.number, queue: DispatchQueue(label: "beep \(name.text)"))
    source.setEventHandler {
      while let beep = socket.receive() {
        if beep.isGenuine(for: geteuid()) { handler() }
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
#endif
