#if DEBUG
import Glibc
import OperatingSystem

/// A glance at what the process holds, in a few system calls: lists are only made when it has changed.
package struct ResourceCounts {
  private var descriptors: Int
  private var threads: Int
  private var hasChildren: Bool
  /// When the temporary folder was changed last.
  private var temporaryFolder: FileStatus?

  /// Whether lists would tell anything; workers that come and go do not, as long as there were as many before.
  package func isNews(to known: ResourceCounts) -> Bool {
    descriptors != known.descriptors || threads > known.threads || hasChildren || known.hasChildren
      || temporaryFolder != known.temporaryFolder
  }

  /// The counts to compare the next ones with.
  package func replacing(_ known: ResourceCounts) -> ResourceCounts {
    var counts = self
    counts.threads = max(threads, known.threads)
    return counts
  }

  package static func now(temporaryFolder: String?) -> ResourceCounts {
    let listing = try? Descriptor.status(atPath: "/proc/self/fd")
    // Since Linux 6.2 the folder's size is the number of its entries; before, they have to be counted.
    let descriptors = listing.map { $0.size > 0 ? $0.size : ProcFolder.names(in: "/proc/self/fd").count } ?? 0
    let threads = (try? Descriptor.status(atPath: "/proc/self/task"))?.nameCount ?? 0
    var info = siginfo_t()
    let hasChildren = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD
    let folder = temporaryFolder.flatMap { try? Descriptor.status(atPath: $0) }
    return ResourceCounts(
      descriptors: descriptors, threads: threads, hasChildren: hasChildren, temporaryFolder: folder)
  }
}
#endif
