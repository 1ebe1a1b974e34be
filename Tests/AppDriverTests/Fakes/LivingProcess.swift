import Foundation
import Glibc
import OperatingSystem
import Processes
import TestSupport

@testable import AppDriver

/// A process that is no child of this one.
struct LivingProcess {
  private let handle: Descriptor

  private init(handle: Descriptor) { self.handle = handle }

  init(_ number: Int32) throws { self.init(handle: try RunningProcess.handle(of: number)) }

  /// Returns nil if the process has ended since somebody saw it.
  static func unlessEnded(_ number: Int32) throws -> Self? {
    do throws(SystemError) {
      return Self(handle: try RunningProcess.handle(of: number))
    } catch {
      guard error.code == ESRCH else { throw error }
      return nil
    }
  }

  /// Waits until the process has ended; false when it does not.
  func ends() throws -> Bool {
    try !Descriptor.poll([(handle, .reading)], until: Deadline(in: .patience))[0].isEmpty
  }

  /// The processes that have the folder in their environment or on their command line.
  static func all(with folder: String) -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap(Int32.init).filter { number in
      ["environ", "cmdline"].contains { name in
        FileManager.default.contents(atPath: "/proc/\(number)/\(name)")?.firstRange(of: Data(folder.utf8))
          != nil
      }
    }
  }
}
