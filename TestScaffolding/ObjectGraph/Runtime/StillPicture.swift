#if DEBUG
import Glibc
import HeldResources
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

    func contains(_ address: UInt) -> Bool { address >= start && address < end }
  }

  enum Kind: Equatable {
    case heap, file, other
    /// The stack of the thread that searches, without the search's own part.
    case ownStack
    /// The used part of a stack, with the name of its thread.
    case stack(String)
  }

  let regions: [Region]
  /// Whether all memory is in it that only this process can write to. Of threads that were running, nobody knows which part
  /// of their stacks is in use.
  let isWhole: Bool
  /// It may be searched until the thread has worked for so long.
  let end: UInt64
  /// What its hot loops in C know of it.
  let pages: OpaquePointer
  private let threadValues = ThreadValues()
  private lazy var places = threadValues.places(reading: word)
  private let child: Int32

  /// Takes the picture; nil if the system does not let one read the memory of a copied process, or if that time
  /// has come before all is read.
  ///
  /// Of the own stack, it only takes what is above an address: below, it is full of what is searched for.
  init?(ownStackAbove limit: UInt, until end: UInt64) {
    self.end = end
    let before = Self.threads()
    child = ObjectMemoryFreeze()
    guard child > 0 else { return nil }
    // Where a thread is now, it also was when the process was copied, if it has not moved since before that.
    let threads = Self.threads().filter { $0.value.stackPointer == before[$0.key]?.stackPointer }
    regions = Self.regions(of: child, threads.values.map(\.self), ownStackAbove: limit)
    let parts = regions.map { ObjectPart(start: $0.start, end: $0.end, kind: $0.partKind) }
    guard let pages = ObjectPictureTake(child, parts, parts.count, !ObjectMemoryKnowsBlocks(), end)
    else {
      ObjectMemoryThaw(child)
      return nil
    }
    self.pages = pages
    let isStill = threads.count == before.count && threads.values.allSatisfy { $0.stackPointer != nil }
    isWhole = isStill && ObjectPictureIsWhole(pages)
  }

  /// How long this thread will have worked after so many milliseconds of work, which all searches of one report may take
  /// together. Of very many leaks, the first ones say enough. Only work counts: on a busy machine a thread waits far longer,
  /// and that says nothing of the leaks.
  static func end(in milliseconds: UInt64 = ObjectMemoryIsWatched() ? 30_000 : 2_000) -> UInt64 {
    ObjectMemoryTimeOfThread() + milliseconds * 1_000_000
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

  static func title(of thread: Int32) -> String {
    if thread == getpid() { return "the main thread" }
    let name = ProcFolder.name(in: "/proc/self/task/\(thread)") ?? ""
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
    let lines = ProcFolder.bytes(of: "/proc/\(child)/maps").split(separator: UInt8(ascii: "\n"))
    let regions = lines.compactMap { line -> Region? in
      let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard fields.count >= 5, fields[1].hasPrefix("rw"), fields[1].hasSuffix("p") else { return nil }
      let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard bounds.count == 2 else { return nil }
      let (start, end) = (bounds[0], bounds[1])
      if start <= limit, limit < end {
        return Region(start: limit & ~7, end: end, kind: .ownStack)
      }
      for thread in threads {
        guard let pointer = thread.stackPointer, start <= pointer, pointer < end else { continue }
        return Region(start: pointer & ~7, end: end, kind: .stack(thread.name))
      }
      let isFile = fields.count > 5 && !fields[5].hasPrefix("[")
      return Region(start: start, end: end, kind: fields.last == "[heap]" ? .heap : isFile ? .file : .other)
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
    let own = ObjectMemoryThread()
    var threads: [Int32: OtherThread] = [:]
    let numbers = ProcFolder.names(in: "/proc/self/task")?.compactMap { Int32($0) } ?? []
    for number in numbers where number != own {
      let task = "/proc/self/task/\(number)"
      let fields = ProcFolder.text(of: "\(task)/syscall")?.split(separator: " ") ?? []
      let pointer = fields.count >= 3 ? UInt(fields[fields.count - 2].dropFirst(2), radix: 16) : nil
      threads[number] = OtherThread(name: title(of: number), stackPointer: pointer)
    }
    return threads
  }
}

// MARK: - What is found

extension StillPicture {
  /// Whether any heap of the C library was found; with the allocator of a sanitizer there is none.
  var hasHeaps: Bool { ObjectPictureHasHeaps(pages) }

  /// Whether all blocks are known: each heap could be followed from its beginning to its end.
  var hasWholeHeaps: Bool { ObjectPictureHasWholeHeaps(pages) }

  /// The block in use that contains the address, as the C library of Linux lays it out.
  func block(of address: UInt) -> (start: UInt, size: UInt)? {
    var (start, size): (UInt, UInt) = (0, 0)
    return ObjectPictureBlock(pages, address, &start, &size) ? (start, size) : nil
  }

  /// The blocks that look like objects, by what could be their type; nil if there was no time to look at all of them.
  func kinds() -> [ObjectKind]? {
    var kinds: UnsafeMutablePointer<ObjectKind>?
    let count = ObjectPictureKinds(pages, end, &kinds)
    defer { kinds?.deallocate() }
    return count < 0 ? nil : Array(UnsafeBufferPointer(start: kinds, count: count))
  }

  /// All places whose word is an address in one of the ranges, each with the position of the range. The ranges must not
  /// overlap. Nil if the time was over before all was read, or if there are millions of such places; where only some regions
  /// are read, they are read to the end.
  func pointers(into ranges: [Range<UInt>], of regions: [Region]? = nil) -> [(place: UInt, range: Int)]? {
    let wanted = ranges.enumerated().map {
      ObjectRange(start: $1.lowerBound, end: $1.upperBound, number: $0)
    }.sorted { $0.start < $1.start }
    let parts = regions?.map { ObjectPart(start: $0.start, end: $0.end, kind: ObjectPartOther) }
    var found: UnsafeMutablePointer<ObjectPlace>?
    let count = ObjectPictureFind(
      pages, wanted, wanted.count, parts, parts?.count ?? 0, parts == nil ? end : .max, &found)
    defer { found?.deallocate() }
    guard count >= 0 else { return nil }
    return UnsafeBufferPointer(start: found, count: count).map { ($0.place, Int($0.number)) }
  }
}

extension Range<Int> {
  /// The first number for which this is true, if it is true for all that follow; the end if there is none.
  @inline(__always)
  func lowest(where isTrue: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isTrue(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension StillPicture.Region {
  fileprivate var partKind: ObjectPartKind {
    switch kind {
    case .heap: ObjectPartHeap
    case .other: ObjectPartAnonymous
    case .file, .ownStack, .stack: ObjectPartOther
    }
  }
}
#endif
