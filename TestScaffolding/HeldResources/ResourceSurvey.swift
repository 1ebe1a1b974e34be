#if DEBUG
import ObjectMemory
import OperatingSystem

/// Lists what the process holds, and lists anew only what has changed since the list before.
///
/// To see whether something has changed costs a few system calls: what descriptors lead to, the number of children, the names of
/// the threads' folders, the times at which folders have changed.
package struct ResourceSurvey {
  private let isOfContainer: (String) -> Bool
  private let isOwnSocket: (SocketEnds) -> Bool
  private var folders: PrivateFolders?
  private var threads = RunningThreads()
  private var processes: StartedProcesses
  private var maps = MemoryMaps()
  /// The kinds that could not be listed at the latest look, as descriptors if no more can be opened.
  package private(set) var unlisted: Set<Resource.Kind> = []
  /// Stands for the files that are open: one may be closed and another opened, so that their number is the same.
  private var openFiles: UInt64?

  /// Begins with nothing listed. Files are looked for only in the private folders. The container keeps its own folders open.
  package init(
    folders: PrivateFolders?, isOfContainer: @escaping (String) -> Bool = { _ in false },
    isOwnSocket: @escaping (SocketEnds) -> Bool
  ) {
    (self.folders, self.isOfContainer, self.isOwnSocket) = (folders, isOfContainer, isOwnSocket)
    processes = StartedProcesses(privateFolder: folders?.path)
  }

  /// What no list can have because the system does not tell; nil if it tells. An empty list would say that there is nothing.
  package static func gap(at folder: String = "/proc/self/fd") -> String? {
    let isTold = (try? Descriptor.status(atPath: folder)) != nil
    return isTold ? nil : "descriptors, threads, child processes and mapped files (the system has no /proc)"
  }

  /// Lists what may have changed since the look before, and returns the lists.
  package mutating func look(at kinds: [Resource.Kind] = Resource.Kind.allCases) -> [Resource.Kind: Set<
    Resource
  >] {
    var changed: [Resource.Kind: Set<Resource>] = [:]
    for kind in kinds where mayHaveChanged(kind) {
      if let list = list(kind) {
        changed[kind] = Set(list)
        unlisted.remove(kind)
      } else {
        unlisted.insert(kind)
        lookCloser(at: kind)
      }
    }
    return changed
  }

  private mutating func mayHaveChanged(_ kind: Resource.Kind) -> Bool {
    switch kind {
    case .descriptor:
      let now = ObjectMemoryOpenFiles(Self.descriptorCount)
      defer { openFiles = now }
      return now == 0 || now != openFiles
    case .thread: return threads.look()
    case .childProcess: return processes.mayHaveChanged()
    case .memoryMap: return maps.mayHaveChanged()
    case .file, .temporaryFile: return folders?.look(at: kind) ?? false
    }
  }

  private mutating func list(_ kind: Resource.Kind) -> [Resource]? {
    switch kind {
    case .descriptor: Resource.descriptors(isOfContainer: isOfContainer, isOwnSocket: isOwnSocket)
    case .thread: threads.list
    case .childProcess: processes.list()
    case .memoryMap: MemoryMaps.list()
    case .file, .temporaryFile: folders.map { $0.list(kind) } ?? []
    }
  }

  /// Lists what is still there of the latest look, perhaps with what is new since then; nil if that cannot be done.
  package mutating func listStillThere(_ kind: Resource.Kind) -> [Resource]? {
    if kind == .thread { return threads.listStillThere() }
    var copy = self
    _ = copy.folders?.look(at: kind)
    return copy.list(kind)
  }

  /// Lists the kind at the next look even if there are as many as before: some that were there have gone since.
  package mutating func lookCloser(at kind: Resource.Kind) {
    if kind == .descriptor { openFiles = nil }
    if kind == .memoryMap { maps.lookCloser() }
    if kind == .file || kind == .temporaryFile { folders?.lookCloser(at: kind) }
  }

  /// Whether there are threads that may get a name of their own shortly after the latest look.
  package var hasYoungThreads: Bool { threads.hasYoung }

  private static var descriptorCount: Int {
    // Since Linux 6.2 the folder's size is the number of its entries. Older kernels need counting, without the open folder.
    let listing = try? Descriptor.status(atPath: "/proc/self/fd")
    return listing.map { $0.size > 0 ? $0.size : (ProcFolder.names(in: "/proc/self/fd")?.count ?? 1) - 1 }
      ?? 0
  }

  /// The folder in which files are looked for.
  package var privateFolder: String? { folders?.path }
}
#endif
