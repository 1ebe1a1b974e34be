#if DEBUG
import OperatingSystem

extension Resource {
  /// Lists the open descriptors; nil if that cannot be done, for example because no more can be opened.
  static func descriptors(
    isOfContainer: (String) -> Bool, isOwnSocket: (SocketEnds) -> Bool
  ) -> [Resource]? {
    guard let open = OpenDescriptor.all() else { return nil }
    let pipes = Dictionary(grouping: open.filter { $0.target.hasPrefix("pipe:") }, by: \.target)
    let listening = Set(open.compactMap { $0.ends?.isListening == true ? $0.ends?.own : nil })
    return open.map { descriptor in
      let file = descriptor.status.identity
      // Most anonymous inodes are one.
      let kind = descriptor.target.hasPrefix("anon_inode:") ? " \(descriptor.target)" : ""
      let identity = "\(descriptor.number) of \(file.device):\(file.inode)\(kind)"
      guard let ends = descriptor.ends else {
        // Both ends in this process: event loops wake themselves by such pipes.
        let isWithin = pipes[descriptor.target]?.count ?? 0 > 1
        let (name, judgement) =
          isWithin
          ? ("pipe from the app to itself", .maybeKeptByLibrary) : describe(descriptor, isOfContainer)
        return Resource(kind: .descriptor, name: name, identity: identity, judgement: judgement)
      }
      let isOwn = isOwnSocket(ends)
      return Resource(
        kind: .descriptor, name: ends.name(listening: listening), sort: ends.isListening ? nil : ends.sort,
        identity: identity,
        // Whoever made a connection for the app may keep it for the next request.
        judgement: isOwn ? .expected : ends.isListening ? .leak : .maybeKeptByLibrary)
    }
  }

  private static func describe(
    _ descriptor: OpenDescriptor, _ isOfContainer: (String) -> Bool
  ) -> (String, Judgement) {
    let target = descriptor.target
    if target.hasPrefix("/") {
      // A container keeps its folders and markers open for as long as it exists, and whoever hears beeps their folder.
      let names = ["/cleanslate", "/cleanslate-\(FileStatus.currentUser)"]
      let isFolder = descriptor.status.kind == .folder
      let isExpected =
        target.hasSuffix("/.cleanslate-container")
        || isFolder && (names.contains(where: target.hasSuffix) || isOfContainer(target))
      return (target, isExpected ? .expected : isOfSystem(target) ? .maybeKeptByLibrary : .leak)
    }
    if target.hasPrefix("pipe:") { return ("one end of a pipe", .leak) }
    guard target.hasPrefix("anon_inode:") else { return (target, .leak) }
    let kind = target.dropFirst("anon_inode:".count).filter { $0 != "[" && $0 != "]" }
    return (kind, libraryKinds.contains(kind) ? .maybeKeptByLibrary : .leak)
  }

  /// Kinds of descriptors that event loops open once and keep.
  private static let libraryKinds: Set<String> = ["eventfd", "eventpoll", "timerfd", "signalfd", "io_uring"]

  /// Shared memory and terminals are the app's own doing.
  private static func isOfSystem(_ path: String) -> Bool {
    ["/dev/", "/proc/", "/sys/"].contains(where: path.hasPrefix)
      && !["/dev/shm/", "/dev/ptmx", "/dev/pts/"].contains(where: path.hasPrefix)
  }
}

private struct OpenDescriptor {
  var number: Int32
  /// What the system says it leads to: a path, or a kind with the number of its inode.
  var target: String
  var status: FileStatus
  /// The ends of a socket; nil for anything else.
  var ends: SocketEnds?

  static func all() -> [OpenDescriptor]? {
    guard let folder = try? Descriptor.folder(atPath: "/proc/self/fd"),
      let names = try? folder.entries().map(\.name)
    else { return nil }
    return names.compactMap { name in
      // Skip the folder that is being listed, and descriptors that are closed by now.
      guard let number = Int32("\(name)"), number != folder.number,
        let target = ProcFolder.target(ofLink: "/proc/self/fd/\(number)"),
        let status = try? Descriptor(borrowing: number).status()
      else { return nil }
      let isSocket = target.hasPrefix("socket:")
      return OpenDescriptor(
        number: number, target: target, status: status, ends: isSocket ? SocketEnds(number) : nil)
    }
  }
}
#endif
