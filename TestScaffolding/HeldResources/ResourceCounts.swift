#if DEBUG
import Glibc
import OperatingSystem

/// Counts what the process holds with a few system calls. Full lists are only made if the counts have changed.
package struct ResourceCounts {
  private var descriptors: Int
  private var threads: Int
  private var hasChildren: Bool
  /// The state of the temporary folder, with the time of its latest change.
  private var temporaryFolder: FileStatus?

  /// Whether it is worth listing everything. Fewer threads than before do not count, because worker threads come and
  /// go.
  package func isNews(to known: ResourceCounts) -> Bool {
    descriptors != known.descriptors || threads > known.threads || hasChildren || known.hasChildren
      || temporaryFolder != known.temporaryFolder
  }

  /// The counts that the next ones should be compared with.
  package func replacing(_ known: ResourceCounts) -> ResourceCounts {
    var counts = self
    counts.threads = max(threads, known.threads)
    return counts
  }

  package static func now(temporaryFolder: String?) -> ResourceCounts {
    let listing = try? Descriptor.status(atPath: "/proc/self/fd")
    // Since Linux 6.2 the folder's size is the number of its entries. Older kernels need counting.
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
