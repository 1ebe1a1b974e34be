#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An open file or folder, closed with its last reference. No call here follows a link in its last step.
final class Descriptor: Sendable {
  let raw: Int32

  private init(_ raw: Int32) { self.raw = raw }

  deinit { close(raw) }

  static let folderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

  /// Opens a folder by its full path; links on the way are followed.
  static func folder(atPath path: String) throws -> Descriptor {
    Descriptor(try SystemError.check("openat") { openat(AT_FDCWD, path, folderFlags) })
  }

  /// Makes a folder by its full path unless it is there.
  static func makeFolder(atPath path: String) throws {
    do {
      try SystemError.check("mkdir") { mkdir(path, 0o700) }
    } catch let error as SystemError where error.isAlreadyThere {}
  }

  /// The status of what stands at a full path, or nil when nothing does.
  static func status(atPath path: String) throws -> FileStatus? {
    try SystemError.status("lstat", orNilFor: [ENOENT, ENOTDIR]) { lstat(path, &$0) }
  }

  func folder(_ name: FileName) throws -> Descriptor {
    try open(name, Self.folderFlags)
  }

  /// Opens a folder, making it first when it is missing.
  func folderMaking(_ name: FileName) throws -> Descriptor {
    do {
      return try folder(name)
    } catch let error as SystemError where error.isNotFound {
      do {
        try makeFolder(name)
      } catch let error as SystemError where error.isAlreadyThere {}
      return try folder(name)
    }
  }

  func makeFolder(_ name: FileName) throws {
    try SystemError.check("mkdirat") { name.withCString { mkdirat(raw, $0, 0o700) } }
  }

  /// Opens the folder above this one.
  func parentFolder() throws -> Descriptor { try open("..", Self.folderFlags) }

  /// Opens a file to read; a pipe in its place does not block.
  func fileToRead(_ name: FileName) throws -> Descriptor {
    try open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  }

  func fileToChange(_ name: FileName) throws -> Descriptor {
    try open(name, O_RDWR | O_NONBLOCK | O_CLOEXEC)
  }

  /// Makes a file that only its user can read; fails when the name is taken.
  func newFile(_ name: FileName) throws -> Descriptor {
    try open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC)
  }

  private func open(_ name: FileName, _ flags: Int32) throws -> Descriptor {
    Descriptor(
      try SystemError.check("openat") {
        name.withCString { openat(raw, $0, flags | O_NOFOLLOW, mode_t(0o600)) }
      })
  }
}
