import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Descriptor {
  func status() throws -> FileStatus {
    var status = stat()
    try SystemError.check("fstat") { fstat(raw, &status) }
    return FileStatus(status)
  }

  /// Hands the contents over in pieces, from the start to the end.
  func readPieces(of size: Int = 65_536, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
      var offset = 0
      while true {
        let count = try SystemError.check("pread") {
          pread(raw, buffer.baseAddress, buffer.count, off_t(offset))
        }
        if count == 0 { return }
        try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        offset += count
      }
    }
  }

  func readAll(expecting size: Int) throws -> Data {
    var data = Data()
    data.reserveCapacity(size)
    try readPieces(of: min(max(size + 1, 512), 1 << 20)) { data.append(contentsOf: $0) }
    return data
  }

  func write(_ data: Data) throws {
    try data.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        written += try SystemError.check("write") {
          #if canImport(Glibc)
          Glibc.write(raw, bytes.baseAddress?.advanced(by: written), bytes.count - written)
          #else
          Darwin.write(raw, bytes.baseAddress?.advanced(by: written), bytes.count - written)
          #endif
        }
      }
    }
  }

  /// Waits for the turn of this open file among all processes, and takes it.
  func lock() throws { try SystemError.check("flock") { flock(raw, LOCK_EX) } }

  /// Takes the turn, or answers false when another open file has it.
  func lockAtOnce() throws -> Bool {
    do {
      try SystemError.check("flock") { flock(raw, LOCK_EX | LOCK_NB) }
      return true
    } catch let error as SystemError where error.isHeldElsewhere {
      return false
    }
  }

  func unlock() { flock(raw, LOCK_UN) }
}
