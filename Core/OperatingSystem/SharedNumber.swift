import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A number in memory that processes share: what one of them has set, the others read at once, without asking it.
package final class SharedNumber: Sendable {
  /// What the list of a process's mappings calls the file of every number.
  package static let file = "/memfd:\(name) (deleted)"
  private static let name = "net.cleanslate.number"

  /// Whoever has this, has the number.
  package let descriptor: Descriptor
  private nonisolated(unsafe) let place: UnsafeMutableRawPointer

  /// Makes a new number, which is zero.
  package convenience init() throws(SystemError) {
    let memory = Descriptor(owning: try SystemError.check("memfd_create") { makeMemory(Self.name) })
    try memory.writeAll([UInt8](repeating: 0, count: Self.size))
    try self.init(in: memory)
  }

  /// Shares the number that a descriptor of another process is for.
  package init(in descriptor: Descriptor) throws(SystemError) {
    // Memory beyond the end of a file can be shared, but not used.
    guard try descriptor.status().size >= Self.size else { throw SystemError(call: "mmap", code: ENXIO) }
    guard let place = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0),
      place != MAP_FAILED
    else { throw .last("mmap") }
    (self.descriptor, self.place) = (descriptor, place)
  }

  deinit { munmap(place, Self.size) }

  package var value: Int {
    get { number.pointee.load(ordering: .acquiring) }
    set { number.pointee.store(newValue, ordering: .releasing) }
  }

  private var number: UnsafeMutablePointer<Atomic<Int>> { place.assumingMemoryBound(to: Atomic<Int>.self) }

  private static let size = MemoryLayout<Atomic<Int>>.size
}

private typealias MakeMemory = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
/// `memfd_create`, which Swift does not import, makes a file that has no place in any folder.
private func makeMemory(_ name: String) -> Int32 {
  guard let call = dlsym(nil, "memfd_create") else {
    errno = ENOSYS
    return -1
  }
  let closedInChildren: UInt32 = 1
  return unsafeBitCast(call, to: MakeMemory.self)(name, closedInChildren)
}
