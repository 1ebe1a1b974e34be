#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Descriptor {
  /// The status of what stands at `name` in this folder, or nil when nothing does.
  func status(of name: FileName) throws -> FileStatus? {
    try SystemError.status("fstatat", orNilFor: [ENOENT]) { status in
      name.withCString { fstatat(raw, $0, &status, AT_SYMLINK_NOFOLLOW) }
    }
  }

  /// Gives `name` of this folder another place and name, replacing a file that stands there.
  func rename(_ name: FileName, to folder: Descriptor, as newName: FileName) throws {
    try SystemError.check("renameat") {
      name.withCString { old in newName.withCString { renameat(raw, old, folder.raw, $0) } }
    }
  }

  /// Removes a name that is not a folder; a link is removed itself.
  func unlink(_ name: FileName) throws {
    try SystemError.check("unlinkat") { name.withCString { unlinkat(raw, $0, 0) } }
  }

  func removeEmptyFolder(_ name: FileName) throws {
    try SystemError.check("rmdir") { name.withCString { unlinkat(raw, $0, AT_REMOVEDIR) } }
  }

  /// Gives the user full access to the folder `name`; a link in its place fails.
  func openUp(_ name: FileName) throws {
    try SystemError.check("fchmodat") {
      name.withCString { fchmodat(raw, $0, 0o700, AT_SYMLINK_NOFOLLOW) }
    }
  }

  /// Gives the user full access to this folder.
  func openUp() throws { try SystemError.check("fchmod") { fchmod(raw, 0o700) } }

  /// The bytes that the link `name` holds.
  func target(ofLink name: FileName) throws -> [UInt8] {
    let room = 4096
    return try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      count = try buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return 0 }
        return try SystemError.check("readlinkat") {
          name.withCString { readlinkat(raw, $0, start, room) }
        }
      }
    }
  }

  struct Entry: Sendable {
    let name: FileName
    let kind: FileKind
  }

  /// Lists this folder, without `.` and `..`, in no order.
  func entries() throws -> [Entry] {
    let copy = try SystemError.check("openat") { openat(raw, ".", Descriptor.folderFlags, mode_t(0)) }
    guard let stream = fdopendir(copy) else {
      let code = errno
      close(copy)
      throw SystemError(call: "fdopendir", code: code)
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let record = readdir(stream) else {
        if errno != 0 { throw SystemError(call: "readdir", code: errno) }
        return entries
      }
      let name = withUnsafeBytes(of: &record.pointee.d_name) { bytes in
        let characters = bytes.bindMemory(to: CChar.self)
        return characters.baseAddress.map { FileName(terminatedBy: $0, count: strlen($0)) } ?? FileName("")
      }
      if name == "." || name == ".." { continue }
      if let kind = FileKind(listingType: record.pointee.d_type) {
        entries.append(Entry(name: name, kind: kind))
      } else if let status = try status(of: name) {
        entries.append(Entry(name: name, kind: status.kind))
      }
    }
  }
}
