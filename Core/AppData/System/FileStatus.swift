#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What stands at a name, a link never followed.
enum FileKind: Sendable {
  case folder, file, link, other

  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFDIR: self = .folder
    case S_IFREG: self = .file
    case S_IFLNK: self = .link
    default: self = .other
    }
  }

  /// Nil when the file system does not say the kind in its listings.
  init?(listingType: UInt8) {
    switch Int(listingType) {
    case Int(DT_UNKNOWN): return nil
    case Int(DT_DIR): self = .folder
    case Int(DT_REG): self = .file
    case Int(DT_LNK): self = .link
    default: self = .other
    }
  }
}

/// Which file or folder it is, whatever its name.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
}

/// The facts about one file or folder that the container decides by.
struct FileStatus: Equatable, Sendable {
  let identity: FileIdentity
  let kind: FileKind
  let size: Int
  let permissions: UInt32
  let owner: UInt32
  /// How many names the file has, in whatever folders.
  let nameCount: Int
  let changedSeconds: Int
  let changedNanoseconds: Int

  init(_ status: stat) {
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    kind = FileKind(mode: status.st_mode)
    size = Int(status.st_size)
    permissions = UInt32(status.st_mode & 0o777)
    owner = status.st_uid
    nameCount = Int(status.st_nlink)
    #if canImport(Glibc)
    changedSeconds = status.st_ctim.tv_sec
    changedNanoseconds = status.st_ctim.tv_nsec
    #else
    changedSeconds = status.st_ctimespec.tv_sec
    changedNanoseconds = status.st_ctimespec.tv_nsec
    #endif
  }

  static var currentUser: UInt32 { geteuid() }
}
