#if DEBUG
import Glibc
import ObjectMemory

/// The writable memory of this process at one moment, to search for pointers while the app goes on.
///
/// It is that of a copied process. It is read once; what is asked for again is read and kept page by page.
final class StillPicture {
  /// Memory that is in the picture.
  struct Region {
    var start: UInt
    var end: UInt
    let kind: Kind
    let isOfFile: Bool

    func contains(_ address: UInt) -> Bool { address >= start && address < end }
  }

  enum Kind: Equatable {
    case heap, other
    /// The stack of the thread that searches, without the search's own part.
    case ownStack
    /// The used part of a stack, with the name of its thread.
    case stack(String)
  }

  let regions: [Region]
  /// Whether all memory is in it that only this process can write to. Of threads that were running, nobody knows which part
  /// of their stacks is in use.
  let isWhole: Bool
  /// For how long it may be searched.
  let budget: SearchBudget
  /// What its hot loops in C know of it.
  let pages: OpaquePointer
  private let threadValues = ThreadValues()
  private lazy var places = threadValues.places(reading: word)
  private let child: Int32

  /// Takes the picture; nil if the system does not let one read the memory of a copied process, or if the budget is spent
  /// before all is read.
  ///
  /// Of the own stack, it only takes what is above an address: below, it is full of what is searched for.
  init?(ownStackAbove limit: UInt, _ budget: SearchBudget) {
    self.budget = budget
    let before = Self.threads()
    child = ObjectMemoryFreeze()
    guard child > 0 else { return nil }
    // Where a thread is now, it also was when the process was copied, if it has not moved since before that.
    let threads = Self.threads().filter { $0.value.stackPointer == before[$0.key]?.stackPointer }
    regions = Self.regions(of: child, threads.values.map(\.self), ownStackAbove: limit)
    let parts = regions.map { ObjectPart(start: $0.start, end: $0.end, kind: $0.partKind) }
    guard let pages = ObjectPictureTake(child, parts, parts.count, !ObjectMemoryKnowsBlocks(), budget.end)
    else {
      ObjectMemoryThaw(child)
      return nil
    }
    self.pages = pages
    let isStill = threads.count == before.count && threads.values.allSatisfy { $0.stackPointer != nil }
    isWhole = isStill && ObjectPictureIsWhole(pages)
  }

  deinit {
    ObjectPictureEnd(pages)
    ObjectMemoryThaw(child)
  }

  /// The region that contains the address.
  func region(of address: UInt) -> Region? {
    let number = (0..<regions.count).lowest { regions[$0].end > address }
    return number < regions.count && regions[number].contains(address) ? regions[number] : nil
  }

  /// The word at the address, or 0 if the picture does not contain it.
  func word(_ address: UInt) -> UInt { ObjectPictureWord(pages, address) }

  /// The thread that has the place for its own use; nil if that is no such place.
  func thread(withValueAt place: UInt) -> String? {
    let number = (0..<places.count).lowest { places[$0].end > place }
    return number < places.count && places[number].start <= place ? places[number].thread : nil
  }

  static func title(of thread: Int32, _ name: String) -> String {
    if thread == getpid() { return "the main thread" }
    // Workers of Dispatch have names that tell nothing.
    return name.hasSuffix("-qos") || name.hasSuffix(".overcommit") ? "a worker thread" : "thread \"\(name)\""
  }

  // MARK: - What is copied

  private struct OtherThread {
    let name: String
    /// The end of its stack that is in use; nil while it runs.
    let stackPointer: UInt?
  }

  private static func regions(
    of child: Int32, _ threads: [OtherThread], ownStackAbove limit: UInt
  ) -> [Region] {
    let regions = lines(of: "/proc/\(child)/maps").compactMap { line -> Region? in
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      guard fields.count >= 5, fields[1].hasPrefix("rw"), fields[1].hasSuffix("p") else { return nil }
      let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard bounds.count == 2 else { return nil }
      let (start, end) = (bounds[0], bounds[1])
      if start <= limit, limit < end {
        return Region(start: limit & ~7, end: end, kind: .ownStack, isOfFile: false)
      }
      for thread in threads {
        guard let pointer = thread.stackPointer, start <= pointer, pointer < end else { continue }
        return Region(start: pointer & ~7, end: end, kind: .stack(thread.name), isOfFile: false)
      }
      return Region(
        start: start, end: end, kind: fields.last == "[heap]" ? .heap : .other,
        isOfFile: fields.count > 5 && !fields[5].hasPrefix("["))
    }
    // A heap of a forked process is in two parts: what it has from its parent, and what is new.
    return regions.reduce(into: []) { merged, region in
      if let last = merged.last, last.end == region.start, last.partKind == region.partKind,
        region.partKind != ObjectPartOther
      {
        merged[merged.count - 1].end = region.end
      } else {
        merged.append(region)
      }
    }
  }

  /// All threads but this one, by number.
  private static func threads() -> [Int32: OtherThread] {
    guard let folder = opendir("/proc/self/task") else { return [:] }
    defer { closedir(folder) }
    var threads: [Int32: OtherThread] = [:]
    let own = ObjectMemoryThread()
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let number = Int32(name), number != own else { continue }
      let fields = lines(of: "/proc/self/task/\(number)/syscall").first?.split(separator: " ") ?? []
      let pointer = fields.count >= 3 ? UInt(fields[fields.count - 2].dropFirst(2), radix: 16) : nil
      threads[number] = OtherThread(
        name: title(of: number, lines(of: "/proc/self/task/\(number)/comm").first ?? ""),
        stackPointer: pointer)
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
}

extension StillPicture.Region {
  fileprivate var partKind: ObjectPartKind {
    switch kind {
    case .heap: ObjectPartHeap
    case .other where !isOfFile: ObjectPartAnonymous
    case .other, .ownStack, .stack: ObjectPartOther
    }
  }
}
#endif
