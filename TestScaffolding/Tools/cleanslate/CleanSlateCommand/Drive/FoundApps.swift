#if DEBUG
import AppData
import AppDriver
import ControlProtocol
import Foundation
import OperatingSystem

/// The apps that a person has started with a socket or a port, each named with its process: `SampleShop.1234`.
enum FoundApps {
  static func all(_ environment: [String: String]) -> [KnownApp] {
    var found = withSocket()
    for app in withPort(environment)
    where !found.contains(where: { $0.address.process == app.address.process }) {
      found.append(app)
    }
    return found.sorted { $0.handle < $1.handle }
  }

  private static func known(_ name: String, _ process: Int32, _ door: AppDoor, workbench: String?) -> KnownApp
  {
    KnownApp(
      handle: "\(name).\(process)", address: AppAddress(name: name, process: process, door: door),
      workbench: workbench)
  }

  /// Those whose command line names a socket. One with `--driven` is a test's.
  private static func withSocket() -> [KnownApp] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { name in
      guard let process = Int32(name),
        (try? Descriptor.status(atPath: "/proc/\(name)")?.owner) == FileStatus.currentUser,
        let line = try? Data(contentsOf: URL(filePath: "/proc/\(name)/cmdline"))
      else { return nil }
      let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      let control = ControlWords(words)
      guard let program = words.first, let socket = control.value(of: .socket), !control.contains(.driven),
        let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd")
      else { return nil }
      let path = socket.hasPrefix("/") ? socket : "\(folder)/\(socket)"
      let door = AppDoor.socket(path, server: process)
      return answers(door)
        ? known(URL(filePath: program).lastPathComponent, process, door, workbench: nil) : nil
    }
  }

  /// Whether it is the app that serves the socket.
  private static func answers(_ door: AppDoor) -> Bool {
    guard case .socket(let path, let server) = door else { return false }
    return (try? Descriptor.connection(to: .unixSocket(path), until: Deadline(in: .seconds(10))))?.peer?
      .process
      == server
  }

  /// Those that keep the address of their workbench.
  private static func withPort(_ environment: [String: String]) -> [KnownApp] {
    guard let base = try? BaseDirectories(environment: environment).state else { return [] }
    let folder = WorkbenchAddress.folder(below: base)
    var ports = LoopbackPorts()
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { file in
      guard let bytes = try? Data(contentsOf: URL(filePath: "\(folder)/\(file)")),
        let kept = try? JSONDecoder().decode(WorkbenchAddress.self, from: bytes), let port = kept.port,
        ports.haveOwn(port)
      else { return nil }
      let door = AppDoor.loopback(port: port, token: kept.token)
      guard let status = try? ControlClient(through: door).status(within: .seconds(10)) else { return nil }
      return known(
        status.app, status.pid, door,
        workbench: WorkbenchAddress.page("http://127.0.0.1:\(port)", token: kept.token))
    }
  }
}

/// The ports of 127.0.0.1 on which processes of this user listen: no other user's process may get a token.
private struct LoopbackPorts {
  private var own: Set<UInt16>

  init() { own = Self.read() }

  private static func read() -> Set<UInt16> {
    let table = (try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)) ?? ""
    return Set(
      table.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        // Local address, state and user: 0A is a socket that listens.
        guard words.count > 7, words[1].hasPrefix("0100007F:"), words[3] == "0A",
          words[7] == "\(FileStatus.currentUser)"
        else { return nil }
        return UInt16(words[1].dropFirst("0100007F:".count), radix: 16)
      })
  }

  /// Looks again for one that is not there: the system reads the table out piece by piece, and may pass over a line of it while
  /// others come and go.
  mutating func haveOwn(_ port: UInt16) -> Bool {
    while !own.contains(port), looksLeft > 0 {
      looksLeft -= 1
      own.formUnion(Self.read())
    }
    return own.contains(port)
  }

  /// For all ports together: each look finds what the others have passed over.
  private var looksLeft = 20
}
#endif
