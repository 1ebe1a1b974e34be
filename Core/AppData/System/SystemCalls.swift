import Foundation
import OperatingSystem

/// Runs `body` and gives a failed system call inside it the name of the action and the place, or says that the place
/// is a mount point.
func naming<Result>(
  _ action: String, _ place: @autoclosure () -> String, _ body: () throws -> Result
) throws -> Result {
  do {
    return try body()
  } catch let error as SystemError where error.isMountPoint {
    throw AppDataError.mountPoint(place())
  } catch let error as SystemError {
    throw AppDataError.systemFailure(action: action, place: place(), code: error.code)
  }
}

extension Descriptor {
  func readAll(expecting size: Int) throws -> Data {
    var data = Data()
    data.reserveCapacity(size)
    try readPieces(of: min(max(size + 1, 512), 1 << 20)) { data.append(contentsOf: $0) }
    return data
  }

  func write(_ data: Data) throws { try data.withUnsafeBytes { try writeAll($0) } }
}
