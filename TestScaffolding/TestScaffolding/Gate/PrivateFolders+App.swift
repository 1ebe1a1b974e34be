#if DEBUG
import AppData
import ControlProtocol
import Foundation
import HeldResources
import OperatingSystem

extension AppContainer {
  /// Whether the folder, at the place that the system names, is one of the container's.
  func isOwn(folder: String) -> Bool {
    func isOwn(_ path: String) -> Bool { (folder + "/").hasPrefix(path + "/") }
    let paths = folders.map(\.path)
    return paths.contains(where: isOwn)
      || paths.contains { isOwn(URL(filePath: $0).resolvingSymlinksInPath().path) }
  }
}

extension PrivateFolders {
  private static let homes = [
    "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR",
  ]

  /// The folders that a test made for this app alone; nil if there are none.
  ///
  /// Other programs leave files in shared folders. So a folder counts only if it lies beside the control socket in a
  /// folder that nobody else can enter, and a driver has started the app.
  @MainActor
  init?(of container: AppContainer, _ start: Start, _ environment: [String: String]) {
    guard start.isDriven, let socket = start.socket.map(Self.normalized),
      let slash = socket.lastIndex(of: "/"), slash > socket.startIndex
    else { return nil }
    let base = String(socket[..<slash])
    guard let status = try? Descriptor.status(atPath: base), status.kind == .folder,
      status.owner == FileStatus.currentUser, status.permissions == 0o700
    else { return nil }
    func path(_ variable: String) -> String? {
      environment[variable].map(Self.normalized).flatMap { $0.hasPrefix(base + "/") ? $0 : nil }
    }
    let (temporary, runtime) = (path("TMPDIR"), path("XDG_RUNTIME_DIR"))
    var roots = temporary.map { [Root($0, .temporaryFile)] } ?? []
    let homes = Set(Self.homes.compactMap(path))
    for home in homes where !homes.contains(where: { home.hasPrefix($0 + "/") }) && home != temporary {
      roots.append(Root(home, .file))
    }
    var expected = Dictionary(
      container.folders.map { ($0.path, Expected(names: $0.parts, prefixes: MarkedFolder.ownPrefixes)) },
      uniquingKeysWith: { one, _ in one })
    // The folders in which the sockets of beeps are.
    if let temporary { expected[temporary] = Expected(names: ["cleanslate-\(FileStatus.currentUser)"]) }
    if let runtime { expected[runtime] = Expected(names: ["cleanslate"]) }
    self.init(at: base, roots, besides: expected)
  }

  private static func normalized(_ path: String) -> String {
    "/" + path.split(separator: "/").joined(separator: "/")
  }
}
#endif
