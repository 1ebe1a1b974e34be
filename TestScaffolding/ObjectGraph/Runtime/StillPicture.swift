#if DEBUG
import Glibc
import ObjectMemory

/// A copy of the writable memory of this process, taken at one moment, to search for pointers while the app goes on.
final class StillPicture {
  /// Memory that was copied.
  struct Region {
    let start: UInt
    let end: UInt
    /// Where the copy is.
    let copy: UnsafePointer<UInt>
    let kind: Kind

    func contains(_ address: UInt) -> Bool { address >= start && address < end }
  }

  enum Kind: Equatable {
    case heap, other
    /// The stack of the thread that searches, without the search's own part.
    case ownStack
    /// The used part of a stack, with the name of its thread.
    case stack(String)
  }

  private(set) var regions: [Region] = []
  /// For how long it may be searched.
  let budget: SearchBudget
  /// Whether all memory was copied that only this process can write to, apart from the stacks of threads that were running.
  private(set) var isWhole: Bool
  /// Where the thread that took the picture has what it keeps for its own use, and what that thread is called.
  private let own = (start: ObjectMemoryThreadValues(), thread: ownName)
  private let copy: UnsafeMutableRawPointer
  private let size: Int

  /// Takes the picture; nil if the system does not let one read the memory of a copied process.
  ///
  /// Of the own stack, it only takes what is above an address: below, it is full of what is searched for.
  init?(ownStackAbove limit: UInt, _ budget: SearchBudget) {
    self.budget = budget
    let threads = Self.threads()
    let child = ObjectMemoryFreeze()
    guard child > 0 else { return nil }
    defer { ObjectMemoryThaw(child) }
    let all = Self.parts(of: child, threads, ownStackAbove: limit)
    let parts = all.filter { $0.end - $0.start <= Self.largestRegion }
    isWhole = parts.count == all.count
    size = parts.reduce(0) { $0 + Int(bitPattern: $1.end &- $1.start) }
    guard size > 0, size <= Self.largest,
      let copy = mmap(
        nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
      copy != MAP_FAILED
    else { return nil }
    self.copy = copy
    var offset = 0
    for part in parts {
      let place = copy + offset
      let length = Int(bitPattern: part.end &- part.start)
      guard ObjectMemoryCopyOf(child, part.start, place, length) else {
        isWhole = false
        continue
      }
      regions.append(
        Region(
          start: part.start, end: part.end, copy: UnsafePointer(place.assumingMemoryBound(to: UInt.self)),
          kind: part.kind))
      offset += length
    }
    // Where nobody may read the memory of another process.
    if regions.isEmpty { return nil }
  }

  deinit { munmap(copy, size) }

  /// The region that contains the address.
  func region(of address: UInt) -> Region? {
    let number = (0..<regions.count).lowest { regions[$0].end > address }
    return number < regions.count && regions[number].contains(address) ? regions[number] : nil
  }

  /// The word at the address, or 0 if the picture does not contain it.
  func word(_ address: UInt) -> UInt {
    guard address & 7 == 0, let region = region(of: address) else { return 0 }
    return region.copy[Int(bitPattern: (address &- region.start) / 8)]
  }

  /// The thread that has the place for its own use, beside its stack; nil if that is no such place.
  func thread(withValueAt place: UInt) -> String? {
    if place >= own.start, place < own.start &+ Self.valuesSize { return own.thread }
    guard let region = region(of: place), case .stack(let name) = region.kind else { return nil }
    // They begin with their own address, twice.
    for start in stride(from: place & ~63, to: max(region.start, place &- Self.valuesSize), by: -64)
    where word(start) == start && word(start &+ 16) == start {
      return name
    }
    return nil
  }

  private static var ownName: String {
    ObjectMemoryThread() == getpid()
      ? "the main thread" : title(lines(of: "/proc/thread-self/comm").first ?? "")
  }

  /// Workers of Dispatch have names that tell nothing.
  private static func title(_ name: String) -> String {
    name.hasSuffix("-qos") || name.hasSuffix(".overcommit") ? "a worker thread" : "thread \"\(name)\""
  }

  private static var valuesSize: UInt { 0x900 }

  // MARK: - What is copied

  private struct Part {
    var start: UInt
    var end: UInt
    let kind: Kind
  }

  private struct OtherThread {
    let name: String
    /// The end of its stack that is in use; nil while it runs.
    let stackPointer: UInt?
  }

  private static func parts(of child: Int32, _ threads: [OtherThread], ownStackAbove limit: UInt) -> [Part] {
    let parts = lines(of: "/proc/\(child)/maps").compactMap { line -> Part? in
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      guard fields.count >= 5, fields[1] == "rw-p" else { return nil }
      let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard bounds.count == 2 else { return nil }
      if bounds[0] <= limit, limit < bounds[1] {
        return Part(start: limit & ~7, end: bounds[1], kind: .ownStack)
      }
      for thread in threads {
        guard let pointer = thread.stackPointer, bounds[0] <= pointer, pointer < bounds[1] else { continue }
        return Part(start: pointer & ~7, end: bounds[1], kind: .stack(thread.name))
      }
      return Part(start: bounds[0], end: bounds[1], kind: fields.last == "[heap]" ? .heap : .other)
    }
    // The heap of a forked process is in two parts: what it has from its parent, and what is new.
    return parts.reduce(into: []) { merged, part in
      if part.kind == .heap, let last = merged.last, last.kind == .heap, last.end == part.start {
        merged[merged.count - 1].end = part.end
      } else {
        merged.append(part)
      }
    }
  }

  private static func threads() -> [OtherThread] {
    guard let folder = opendir("/proc/self/task") else { return [] }
    defer { closedir(folder) }
    var threads: [OtherThread] = []
    let own = ObjectMemoryThread()
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let number = Int32(name), number != own else { continue }
      let fields = lines(of: "/proc/self/task/\(number)/syscall").first?.split(separator: " ") ?? []
      let pointer = fields.count >= 3 ? UInt(fields[fields.count - 2].dropFirst(2), radix: 16) : nil
      threads.append(
        OtherThread(
          name: number == getpid()
            ? "the main thread" : title(lines(of: "/proc/self/task/\(number)/comm").first ?? ""),
          stackPointer: pointer))
    }
    return threads
  }

  private static func lines(of path: String) -> [String] {
    guard let file = fopen(path, "re") else { return [] }
    defer { fclose(file) }
    var (lines, buffer, capacity) = ([String](), nil as UnsafeMutablePointer<CChar>?, 0)
    defer { free(buffer) }
    while getline(&buffer, &capacity, file) > 0, let buffer {
      var line = String(cString: buffer)
      if line.hasSuffix("\n") { line.removeLast() }
      lines.append(line)
    }
    return lines
  }

  private static var largestRegion: UInt { 1 << 30 }
  private static var largest: Int { 1 << 32 }
}
#endif
