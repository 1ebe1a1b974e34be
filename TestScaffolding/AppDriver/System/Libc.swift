#if DEBUG
import Glibc

/// The calls of the C library that its Swift import leaves out because only Linux has them.
enum Libc {
  static func openProcessDescriptor(_ pid: pid_t) throws(SystemError) -> Int32 {
    typealias Call = @convention(c) (pid_t, UInt32) -> Int32
    return try check("pidfd_open", try find("pidfd_open", as: Call.self)(pid, 0))
  }

  static func openPipe() throws(SystemError) -> (read: Int32, write: Int32) {
    typealias Call = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
    let call = try find("pipe2", as: Call.self)
    var ends: [Int32] = [-1, -1]
    let result = ends.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { call($0, O_CLOEXEC) } ?? -1
    }
    _ = try check("pipe2", result)
    return (ends[0], ends[1])
  }

  static func closeDescriptors(
    from first: Int32, in actions: inout posix_spawn_file_actions_t
  ) throws(SystemError) {
    typealias Call = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    let name = "posix_spawn_file_actions_addclosefrom_np"
    try require(name, try find(name, as: Call.self)(&actions, first))
  }

  static func changeFolder(
    to path: String, in actions: inout posix_spawn_file_actions_t
  ) throws(SystemError) {
    typealias Call =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32
    let name = "posix_spawn_file_actions_addchdir_np"
    try require(name, try find(name, as: Call.self)(&actions, path))
  }

  /// Returns the result of a call that says -1 and sets `errno` when it fails.
  static func check(_ call: String, _ result: Int32) throws(SystemError) -> Int32 {
    guard result != -1 else { throw SystemError(call: call, code: errno) }
    return result
  }

  /// Checks the result of a call that returns its error.
  static func require(_ call: String, _ code: Int32) throws(SystemError) {
    guard code == 0 else { throw SystemError(call: call, code: code) }
  }

  private static func find<Call>(_ name: String, as type: Call.Type) throws(SystemError) -> Call {
    guard let address = dlsym(nil, name) else { throw SystemError(call: name, code: ENOSYS) }
    return unsafeBitCast(address, to: type)
  }
}

/// A call of the operating system that failed.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  package var call: String
  package var code: Int32

  package var description: String { "\(call): \(String(cString: strerror(code))) (errno \(code))" }
}
#endif
