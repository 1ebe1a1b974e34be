#if DEBUG
import Foundation
import Glibc
import OperatingSystem
import TestSupport

/// The input that is being checked, in a file that outlives a crash: its length in eight bytes, and its bytes.
final class InputRecord {
  private let memory: UnsafeMutableRawBufferPointer

  init(_ path: String) throws {
    let size = 8 + Mutator.longestInput
    let folder = URL(filePath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError.last("open \(path)") }
    defer { close(file) }
    guard ftruncate(file, size) == 0 else { throw SystemError.last("ftruncate \(path)") }
    guard let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), start != MAP_FAILED else {
      throw SystemError.last("mmap \(path)")
    }
    memory = UnsafeMutableRawBufferPointer(start: start, count: size)
  }

  deinit { munmap(memory.baseAddress, memory.count) }

  func note(_ input: [UInt8]) {
    memory.storeBytes(of: input.count, as: Int.self)
    UnsafeMutableRawBufferPointer(rebasing: memory[8...]).copyBytes(from: input)
  }
}
#endif
