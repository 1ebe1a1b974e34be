#if DEBUG
import Glibc

/// Private folders, made and removed without following a symbolic link.
enum FileTree {
  /// Creates a folder that nobody else can enter, with a name that nobody has.
  static func makePrivateFolder(in parent: String) throws(SystemError) -> String {
    var template = Array("\(parent)/cs-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else { throw SystemError(call: "mkdtemp in \(parent)", code: errno) }
    return made
  }

  /// Removes the folder and all that is inside; what is gone already is fine.
  static func remove(_ path: String) throws(SystemError) {
    try remove(Name(path.utf8CString), in: AT_FDCWD)
  }

  /// The bytes of a name and a zero; they need not be UTF-8.
  private typealias Name = [CChar]

  private static func text(_ name: Name) -> String {
    String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func remove(_ name: Name, in parent: Int32) throws(SystemError) {
    var information = stat()
    guard fstatat(parent, name, &information, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return }
      throw SystemError(call: "stat \(text(name))", code: errno)
    }
    let isFolder = information.st_mode & S_IFMT == S_IFDIR
    if isFolder {
      // A folder that its owner cannot read could not be emptied.
      if information.st_mode & S_IRWXU != S_IRWXU { _ = fchmodat(parent, name, S_IRWXU, 0) }
      try empty(name, in: parent)
    }
    guard unlinkat(parent, name, isFolder ? AT_REMOVEDIR : 0) == 0 || errno == ENOENT else {
      throw SystemError(call: "remove \(text(name))", code: errno)
    }
  }

  private static func empty(_ name: Name, in parent: Int32) throws(SystemError) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let folder = try Libc.check("open \(text(name))", openat(parent, name, flags))
    guard let listing = fdopendir(folder) else {
      let code = errno
      close(folder)
      throw SystemError(call: "list \(text(name))", code: code)
    }
    defer { closedir(listing) }
    var names: [Name] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map(CChar.init(bitPattern:)) + [0]
      }
      if ![".", ".."].contains(text(name)) { names.append(name) }
    }
    for name in names { try remove(name, in: folder) }
  }
}
#endif
