#if DEBUG
import LaunchServer
import LocalHTTP
import OperatingSystem
import Processes
import Records

/// Where the launch server of an executable listens, and how it is started.
///
/// Its name is made of the executable's file and of all that an app takes over from who starts it. So a rebuild, another
/// limit or another container has another server.
struct LaunchServerPlace {
  let path: String
  private let executable: String
  private let environment: [String: String]

  private let patience: Duration

  init(
    of spawn: Spawn, _ file: FileStatus, _ traits: InheritedTraits, _ own: [String: String],
    _ patience: Duration
  ) throws(SystemError) {
    (executable, self.patience) = (spawn.executable, patience)
    environment = spawn.environment.filter { name, _ in Self.earlyNames.contains { name.hasPrefix($0) } }
    var name = Fingerprint()
    name.add(word: "\(LAUNCH_VERSION) \(executable) \(file.identity) \(file.size)")
    name.add(word: "\(file.changedSeconds) \(file.changedNanoseconds)")
    for (variable, value) in environment.sorted(by: { $0.key < $1.key }) {
      name.add(word: "\(variable)=\(value)")
    }
    try traits.add(to: &name)
    let folder =
      ["XDG_RUNTIME_DIR", "TMPDIR"].lazy.compactMap { own[$0] }.first { $0.hasPrefix("/") } ?? "/tmp"
    let rest = "/cleanslate-servers-\(FileStatus.currentUser)/\(String(name.value, radix: 36))"
    path = (folder.utf8.count + rest.utf8.count > SocketAddress.longestPath ? "/tmp" : folder) + rest
  }

  /// The beginnings of the names of variables that are read before `main`: by the loader, the C library, the Swift runtime
  /// and Foundation.
  private static let earlyNames = [
    "LD_", "GLIBC_", "MALLOC_", "SWIFT_", "CF", "NS", "ICU_", "LANG", "LC_", "TZ", "PATH", "USER",
  ]

  /// Connects to the server. If there is none, starts it, or throws.
  func connection(starting isStarted: Bool = true) throws -> Descriptor {
    let line = isStarted ? try connectionToAnybody() : try connectionToOneThatRuns()
    guard line.peer?.user == FileStatus.currentUser else {
      throw LaunchServerProblem(reason: "another user serves \(path)")
    }
    return line
  }

  private func connectionToOneThatRuns() throws(SystemError) -> Descriptor {
    try Descriptor.connection(to: .unixSocket(path), until: Deadline(in: .seconds(10)))
  }

  private func connectionToAnybody() throws -> Descriptor {
    // Servers end when they are idle, and other test processes start them, too.
    for _ in 0..<10 {
      do {
        return try connectionToOneThatRuns()
      } catch {
        guard error.isNotFound || error.isRefused else { throw error }
      }
      do {
        try begin(with: try Listener(at: .unixSocket(path)))
      } catch ControlServerError.alreadyServed {
        // Another test process was quicker.
      } catch let error as ControlServerError {
        throw LaunchServerProblem(reason: "\(error)")
      }
    }
    throw LaunchServerProblem(reason: "its launch server ends as soon as it is started")
  }

  /// Starts the server. The socket is its own from then on, and whoever has connected to it meanwhile is served.
  private func begin(with listener: Listener) throws {
    removeDeadSockets()
    var environment = environment
    environment[LAUNCH_SERVER_VARIABLE] = "\(patience / .milliseconds(1))"
    // Otherwise each app would look up each function at its first use.
    environment["LD_BIND_NOW"] = "1"
    do {
      // It forks the server, which has a session of its own, and ends.
      let process = try Spawn(
        executable, environment: environment, folder: "/",
        descriptors: [LAUNCH_LISTENER: listener.descriptor]
      ).start()
      let status = process.waitForExit(until: Deadline(in: .seconds(10)))
      if status == nil { process.signal(.kill) }
      guard status == .exited(0) else { throw LaunchServerProblem(ofServerThat: status) }
      listener.descriptor.close()
    } catch {
      listener.close()
      throw error
    }
  }

  /// Removes what servers of older builds left that were killed.
  private func removeDeadSockets() {
    let parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    guard let folder = try? Descriptor.folder(atPath: parent, followsLink: false) else { return }
    // As long as this is locked, nobody makes a socket on which nobody listens yet.
    guard (try? folder.lock()) != nil, let entries = try? folder.entries() else { return }
    for entry in entries where entry.kind == .socket {
      do {
        _ = try Descriptor.connection(to: .unixSocket("\(parent)/\(entry.name)"), until: nil)
      } catch {
        if error.isRefused { try? folder.unlink(entry.name) }
      }
    }
  }
}
#endif
