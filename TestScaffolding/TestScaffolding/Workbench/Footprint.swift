#if DEBUG
import Foundation
import HeldResources
import ObjectGraph

/// How much of the machine this process holds.
struct Footprint: Equatable {
  var descriptors: Int
  var residentBytes: Int

  /// Looks now; answers nothing where the system has no `/proc`.
  static func now() -> Footprint? {
    // The listing itself has a descriptor open, which is not counted.
    guard let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"),
      let resident = ResidentMemory.bytes
    else { return nil }
    return Footprint(descriptors: open.count - 1, residentBytes: resident)
  }
}
#endif
