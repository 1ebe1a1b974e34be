import Glibc

/// The functions that glibc 2.34 has but Swift's Glibc module, built without `_GNU_SOURCE`, does not show.
enum Libc {
  static func pipe2(_ ends: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32 {
    typealias Function = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
    return find("pipe2", as: Function.self)(ends, flags)
  }

  static func openPseudoTerminal(_ flags: Int32) -> Int32 {
    find("posix_openpt", as: (@convention(c) (Int32) -> Int32).self)(flags)
  }

  static func grantPseudoTerminal(_ master: Int32) -> Int32 {
    find("grantpt", as: (@convention(c) (Int32) -> Int32).self)(master)
  }

  static func unlockPseudoTerminal(_ master: Int32) -> Int32 {
    find("unlockpt", as: (@convention(c) (Int32) -> Int32).self)(master)
  }

  static func pseudoTerminalName(_ master: Int32, _ buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Int32
  {
    typealias Function = @convention(c) (Int32, UnsafeMutablePointer<CChar>, Int) -> Int32
    return find("ptsname_r", as: Function.self)(master, buffer, size)
  }

  static func addWorkingDirectory(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
  ) -> Int32 {
    typealias Function =
      @convention(c) (
        UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
      ) -> Int32
    return find("posix_spawn_file_actions_addchdir_np", as: Function.self)(actions, path)
  }

  static func addCloseFrom(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32
  ) -> Int32 {
    typealias Function = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    return find("posix_spawn_file_actions_addclosefrom_np", as: Function.self)(actions, first)
  }

  /// `POSIX_SPAWN_SETSID`.
  static let spawnInNewSession: Int16 = 0x80

  private static func find<Function>(_ name: String, as type: Function.Type) -> Function {
    guard let address = dlsym(nil, name) else {
      preconditionFailure("The C library has no \(name); TestSupport needs glibc 2.34 or newer.")
    }
    return unsafeBitCast(address, to: type)
  }
}
