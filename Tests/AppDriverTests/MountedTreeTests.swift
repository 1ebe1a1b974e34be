import Foundation
import Glibc
import OperatingSystem
import TestSupport
import Testing

@testable import AppDriver

/// A thread may have mounts of its own, which go with it.
private enum OwnMounts {
  /// Runs the body where it alone sees what it mounts; nil where the system does not allow that.
  static func use<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result? {
    try await SystemThread.run { () -> Swift.Result<Result?, any Error> in
      .init { try isApart() ? body() : nil }
    }.get()
  }

  private static func isApart() -> Bool {
    typealias Unshare = @convention(c) (Int32) -> Int32
    guard let symbol = dlsym(nil, "unshare") else { return false }
    let newMounts: Int32 = 0x2_0000
    return unsafeBitCast(symbol, to: Unshare.self)(newMounts) == 0
      && mount(nil, "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0
  }

  static func bind(_ path: String, to folder: String) -> Bool {
    mkdir(folder, S_IRWXU)
    return mount(path, folder, nil, UInt(MS_BIND), nil) == 0
  }
}

@Suite(
  "A folder in which something is mounted",
  .enabled("Needs the right to mount, as root has it.") { try await OwnMounts.use { true } == true })
struct MountedTreeTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    mkdir(folder.path + "/precious", S_IRWXU)
    try folder.write("mine", to: "precious/file")
  }

  @Test("is not removed, and what is mounted stays as it is")
  func removed() async throws {
    let path = folder.path
    let outcome = try await OwnMounts.use {
      for place in ["/all", "/all/deep"] { mkdir(path + place, S_IRWXU) }
      let isMounted = OwnMounts.bind(path + "/precious", to: path + "/all/deep/mounted")
      do throws(SystemError) {
        try FileTree.remove(path + "/all")
        return (isMounted, isMountPoint: false)
      } catch {
        return (isMounted, error.isMountPoint)
      }
    }
    #expect(outcome?.0 == true && outcome?.isMountPoint == true)
    #expect(folder.read("precious/file") == "mine")
  }

  @Test("is not emptied for another launch of its app")
  func emptied() async throws {
    let path = folder.path
    for place in ["/home", "/home/deep", "/cache/deep"] {
      let outcome = try await OwnMounts.use {
        let sandbox = try Sandbox(in: path)
        let isMounted = OwnMounts.bind(path + "/precious", to: sandbox.path + place)
        do throws(SystemError) {
          try sandbox.empty()
          return (isMounted, isMountPoint: false)
        } catch {
          return (isMounted, error.isMountPoint)
        }
      }
      #expect(outcome?.0 == true && outcome?.isMountPoint == true, "\(place)")
      #expect(folder.read("precious/file") == "mine", "\(place)")
    }
  }
}
