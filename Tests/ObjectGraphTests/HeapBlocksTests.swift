import Foundation
import TestSupport
import Testing

@testable import ObjectGraph

/// In processes of their own: where there are few processors, other threads have blocks of the same heaps, take those that are
/// freed, and change what lies between two looks; and what they keep is searched, too.
@Suite("Memory blocks are known as the C library lays them out", .serialized, .disabled(if: Sanitizer.isOn))
struct HeapBlocksTests {
  @Test("of several threads, of all sizes, and of heaps that were outgrown")
  func severalThreads() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let threads = (0..<4).map { _ in BlockMaker() }
        defer { for thread in threads { thread.leave() } }
        for (number, thread) in threads.enumerated() {
          thread.run { blocks in
            var random = SeededGenerator(seed: UInt64(number))
            for _ in 0..<(number == 0 ? 150_000 : 20_000) {
              let isLarge = Int.random(in: 0..<1_000, using: &random) == 0
              blocks.make(Int.random(in: 1...(isLarge ? 400_000 : 900), using: &random))
            }
          }
        }
        let memory = try picture()
        for thread in threads { thread.blocks.expectKnown(in: memory) }
        #expect(memory.picture.hasWholeHeaps)
      }
    }
  }

  @Test("but not where they were freed and wait to be used again")
  func freed() async throws {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let thread = BlockMaker()
        defer { thread.leave() }
        thread.run { blocks in
          for size in [24, 40, 100, 120, 1_000, 5_000] { for _ in 0..<30 { blocks.make(size) } }
          blocks.freeTwoThirds()
        }
        let memory = try picture()
        thread.blocks.expectKnown(in: memory)
        let used = thread.blocks.freed.filter { memory.picture.block(of: $0)?.start == $0 }
        #expect(used.isEmpty, "\(used.count) of \(thread.blocks.freed.count)")
      }
    }
  }

  @Test("where they begin at a multiple of something")
  func aligned() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let thread = BlockMaker()
        defer { thread.leave() }
        thread.run { blocks in
          for alignment in [32, 64, 512, 4_096] {
            for size in [100, 300_000, 3_000_000] { blocks.make(size, alignment: alignment) }
          }
        }
        thread.blocks.expectKnown(in: try picture())
      }
    }
  }

  @Test("before and behind a place that says nothing, and that is told")
  func broken() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let thread = BlockMaker()
        defer { thread.leave() }
        thread.run { blocks in for _ in 0..<1_000 { blocks.make(200) } }
        let header = try #require(UnsafeMutablePointer<UInt>(bitPattern: thread.blocks.made[500] - 8))
        let before = header.pointee
        header.pointee = 0
        defer { header.pointee = before }
        let memory = try picture()
        var others = thread.blocks
        others.made.removeSubrange(499...501)
        others.expectKnown(in: memory)
        #expect(!memory.picture.hasWholeHeaps)
      }
    }
  }

  @Test("and a heap that does not look like one is missed, and that is told")
  func unseen() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let thread = BlockMaker()
        defer { thread.leave() }
        thread.run { blocks in for _ in 0..<1_000 { blocks.make(200) } }
        let before = try picture()
        thread.blocks.expectKnown(in: before)
        #expect(before.picture.hasWholeHeaps)
        // A heap of a thread begins with where it belongs, what was before it, and its size.
        let heap = thread.blocks.made[500] & ~((64 << 20) - 1)
        let size = try #require(UnsafeMutablePointer<UInt>(bitPattern: heap + 16))
        size.pointee += 8
        defer { size.pointee -= 8 }
        let memory = try picture()
        #expect(memory.picture.block(of: thread.blocks.made[500]) == nil)
        #expect(!memory.picture.hasWholeHeaps)
      }
    }
  }

  @Test("in the first heap, where others ask for memory there, and where it has to go on elsewhere")
  func firstHeap() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let (thread, others) = try #require(BlockMaker.inFirstHeap())
        defer { for thread in others + [thread] { thread.leave() } }
        let grow = { (blocks: inout Blocks) in for _ in 0..<100 { blocks.make(100_000) } }
        func expectKnown(_ what: Comment) throws { thread.blocks.expectKnown(in: try picture(), what) }
        thread.run(grow)
        try expectKnown("as usual")
        // Others may leave anything there.
        let foreign = try #require(sbrk(70_000)).assumingMemoryBound(to: UInt8.self)
        for number in 0..<70_000 { foreign[number] = UInt8(number % 251) }
        try expectKnown("in front of others' memory")
        thread.run(grow)
        try expectKnown("around others' memory")
        // Where other threads have memory there by now, the heap has such a wall already.
        let end = UnsafeMutableRawPointer(bitPattern: (UInt(bitPattern: sbrk(0)) + 4_095) & ~4_095)
        let wall = mmap(end, 1 << 16, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | Self.fixedIfFree, -1, 0)
        guard wall != MAP_FAILED else { return }
        defer { munmap(wall, 1 << 16) }
        thread.run(grow)
        try expectKnown("elsewhere")
      }
    }
  }

  private static var fixedIfFree: Int32 { 0x10_0000 }
}

private func picture() throws -> ProcessMemory {
  var mark: UInt = 0
  let limit = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
  return try #require(ProcessMemory(LayoutCache(), ProgramSymbols(), ownStackAbove: limit))
}

/// Blocks of the C library that are in use, and where others were.
private struct Blocks {
  var made: [UInt] = []
  var freed: [UInt] = []

  mutating func make(_ size: Int, alignment: Int = 16) {
    var block: UnsafeMutableRawPointer?
    if alignment > 16 { posix_memalign(&block, alignment, size) } else { block = malloc(size) }
    // Memory that nobody has touched is in no picture.
    block?.initializeMemory(as: UInt8.self, repeating: 1, count: size)
    made.append(UInt(bitPattern: block))
  }

  mutating func freeTwoThirds() {
    let all = made.enumerated()
    freed = all.filter { $0.offset % 3 != 0 }.map(\.element)
    made = all.filter { $0.offset % 3 == 0 }.map(\.element)
    for block in freed { free(UnsafeMutableRawPointer(bitPattern: block)) }
  }

  func expectKnown(
    in memory: ProcessMemory, _ what: Comment = "", _ location: SourceLocation = #_sourceLocation
  ) {
    let wrong = made.filter { start in
      let size = HeapObject(start).end - start
      return ![start, start + size / 2, start + size - 1].allSatisfy { place in
        memory.picture.block(of: place).map { $0 == (start, size) } ?? false
      }
    }
    #expect(wrong.count == 0, "of \(made.count) \(what)", sourceLocation: location)
  }
}

/// A thread that makes blocks and waits, so that they stay as they are.
private final class BlockMaker: @unchecked Sendable {
  private(set) var blocks = Blocks()
  private var work: ((inout Blocks) -> Void)?
  private let (isGiven, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  init() {
    Thread.detachNewThread { [self] in
      while true {
        isGiven.wait()
        guard let work else { break }
        work(&blocks)
        isDone.signal()
      }
      for block in blocks.made { free(UnsafeMutableRawPointer(bitPattern: block)) }
      isDone.signal()
    }
  }

  func run(_ work: @escaping (inout Blocks) -> Void) { go(work) }

  func leave() { go(nil) }

  private func go(_ work: ((inout Blocks) -> Void)?) {
    self.work = work
    isGiven.signal()
    isDone.wait()
  }

  /// A thread that uses the first heap, which is where the program ends, and others that had to be made before.
  static func inFirstHeap() -> (BlockMaker, [BlockMaker])? {
    var others: [BlockMaker] = []
    while others.count < 200 {
      let worker = BlockMaker()
      worker.run { $0.make(2_000) }
      let end = UInt(bitPattern: sbrk(0))
      if worker.blocks.made[0] < end, end - worker.blocks.made[0] < 1 << 40 { return (worker, others) }
      others.append(worker)
    }
    for worker in others { worker.leave() }
    return nil
  }
}
