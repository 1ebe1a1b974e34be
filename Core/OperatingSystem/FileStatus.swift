#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The kind of what has a name. A link counts as a link, and is not followed.
package enum FileKind: Sendable {
  case folder, file, link, socket, other

  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFDIR: self = .folder
    case S_IFREG: self = .file
    case S_IFLNK: self = .link
    case S_IFSOCK: self = .socket
    default: self = .other
    }
  }

  /// Nil when the file system does not report the kind in its listings.
  init?(listingType: UInt8) {
    switch Int(listingType) {
    case Int(DT_UNKNOWN): return nil
    case Int(DT_DIR): self = .folder
    case Int(DT_REG): self = .file
    case Int(DT_LNK): self = .link
    case Int(DT_SOCK): self = .socket
    default: self = .other
    }
  }
}

/// Identifies a file or folder, whatever its name.
package struct FileIdentity: Hashable, Sendable, CustomStringConvertible {
  package let device: UInt64
  package let inode: UInt64

  package var description: String { "\(device):\(inode)" }
}

/// What the system tells about a file or folder.
package struct FileStatus: Equatable, Sendable {
  package let identity: FileIdentity
  package let kind: FileKind
  package let size: Int
  /// The permissions of user, group and others.
  package let permissions: UInt32
  /// The permissions, and the three bits above them.
  package let mode: UInt32
  package let owner: UInt32
  /// How many names (hard links) the file has, in all folders.
  package let nameCount: Int
  /// When the contents were written, in seconds since 1970.
  package let modified: Double
  package let changedSeconds: Int
  package let changedNanoseconds: Int

  init(_ status: stat) {
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    kind = FileKind(mode: status.st_mode)
    size = Int(status.st_size)
    permissions = UInt32(status.st_mode & 0o777)
    mode = UInt32(status.st_mode & 0o7777)
    owner = status.st_uid
    nameCount = Int(status.st_nlink)
    #if canImport(Darwin)
    let (change, modification) = (status.st_ctimespec, status.st_mtimespec)
    #else
    let (change, modification) = (status.st_ctim, status.st_mtim)
    #endif
    modified = Double(modification.tv_sec) + Double(modification.tv_nsec) / 1_000_000_000
    (changedSeconds, changedNanoseconds) = (change.tv_sec, change.tv_nsec)
  }

  /// What tells one build of a program from another, by its file.
  package var build: String { "\(identity.inode)-\(size)-\(changedSeconds).\(changedNanoseconds)" }

  /// The file of this process's program, as it was when the process began.
  package static func ofThisProgram() throws(SystemError) -> FileStatus {
    try Descriptor.open("/proc/self/exe", .reading).status()
  }

  package static var currentUser: UInt32 { geteuid() }
}
