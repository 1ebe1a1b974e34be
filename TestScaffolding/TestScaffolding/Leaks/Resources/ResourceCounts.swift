#if DEBUG
import Glibc

/// A glance at what the process holds, in a few system calls: lists are only made when it has changed.
struct ResourceCounts {
  private var descriptors: Int
  private var threads: Int
  private var hasChildren: Bool
  /// When the temporary folder was changed last.
  private var temporaryFolder: [Int]

  /// Whether lists would tell anything; workers that come and go do not, as long as there were as many before.
  func isNews(to known: ResourceCounts) -> Bool {
    descriptors != known.descriptors || threads > known.threads || hasChildren || known.hasChildren
      || temporaryFolder != known.temporaryFolder
  }

  /// The counts to compare the next ones with.
  func replacing(_ known: ResourceCounts) -> ResourceCounts {
    var counts = self
    counts.threads = max(threads, known.threads)
    return counts
  }

  static func now(temporaryFolder: String?) -> ResourceCounts {
    var status = stat()
    var descriptors = 0
    if stat("/proc/self/fd", &status) == 0 {
      // Since Linux 6.2 the folder's size is the number of its entries; before, they have to be counted.
      descriptors = status.st_size > 0 ? Int(status.st_size) : ProcFolder.names(in: "/proc/self/fd").count
    }
    let threads = stat("/proc/self/task", &status) == 0 ? Int(status.st_nlink) : 0
    var info = siginfo_t()
    let hasChildren = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD
    var change: [Int] = []
    if let temporaryFolder, stat(temporaryFolder, &status) == 0 {
      change = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec), Int(status.st_nlink)]
    }
    return ResourceCounts(
      descriptors: descriptors, threads: threads, hasChildren: hasChildren, temporaryFolder: change)
  }
}
#endif
