#if DEBUG
import AppData
import AppDriver
import ControlProtocol
import Foundation
import OperatingSystem

/// The apps that a person has started with a socket or a port, each named with its process: `SampleShop.1234`. Only those
/// with the same folder for state, so that who works in a home of his own is alone there.
struct FoundApps {
  private(set) var apps: [KnownApp] = []
  /// What is known of those that do not answer, in sentences.
  private(set) var silent: [String] = []

  init(_ environment: [String: String]) {
    guard let state = Self.state(environment) else { return }
    for app in withSocket(state) + withPort(state)
    where !apps.contains(where: { $0.address.process == app.address.process }) {
      apps.append(app)
    }
    apps.sort { $0.handle < $1.handle }
  }

  private static func state(_ environment: [String: String]) -> String? {
    try? BaseDirectories(environment: environment).state
  }

  private static let patience = Duration.seconds(10)

  private static func known(_ name: String, _ process: Int32, _ door: AppDoor, workbench: String?) -> KnownApp
  {
    KnownApp(
      handle: "\(name).\(process)", address: AppAddress(name: name, process: process, door: door),
      workbench: workbench)
  }

  /// Those whose command line names a socket. One with `--driven` is a test's.
  private mutating func withSocket(_ state: String) -> [KnownApp] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { name in
      guard let process = Int32(name),
        (try? Descriptor.status(atPath: "/proc/\(name)")?.owner) == FileStatus.currentUser,
        case let words = Self.strings("/proc/\(name)/cmdline")
      else { return nil }
      guard let start = try? Start(words), let program = words.first, let socket = start.socket,
        start.statesFolder == nil,
        Self.state(Self.variables(of: process)) == state,
        let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd")
      else { return nil }
      let path = socket.hasPrefix("/") ? socket : "\(folder)/\(socket)"
      let door = AppDoor.socket(path, server: process)
      let app = Self.known(URL(filePath: program).lastPathComponent, process, door, workbench: nil)
      return answer(of: app.handle, through: door).map { _ in app }
    }
  }

  private static func variables(of process: Int32) -> [String: String] {
    let pairs = strings("/proc/\(process)/environ").map { $0.split(separator: "=", maxSplits: 1) }
    let whole = pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }
    return Dictionary(whole) { first, _ in first }
  }

  private static func strings(_ path: String) -> [String] {
    guard let bytes = try? Descriptor.contents(ofFile: path) else { return [] }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Asks who is there. Nil if nobody is, or somebody else, or if there is no answer, which is noted.
  private mutating func answer(of name: String, through door: AppDoor) -> StatusReply? {
    do {
      return try ControlClient(through: door).status(within: Self.patience)
    } catch let error as TransportError where error.isOfAbsentApp {
      return nil
    } catch {
      silent.append("\(name) is there, but could not be asked: \(error)")
      return nil
    }
  }

  /// Those that keep the address of their workbench.
  private mutating func withPort(_ state: String) -> [KnownApp] {
    let folder = WorkbenchAddress.folder(below: state)
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { file in
      guard let bytes = try? Data(contentsOf: URL(filePath: "\(folder)/\(file)")),
        let kept = try? JSONDecoder().decode(WorkbenchAddress.self, from: bytes), let port = kept.port
      else { return nil }
      let door = AppDoor.loopback(port: port, token: kept.token)
      return answer(of: file, through: door).map { status in
        Self.known(
          status.app, status.pid, door,
          workbench: WorkbenchAddress.page("http://127.0.0.1:\(port)", token: kept.token))
      }
    }
  }
}
#endif
