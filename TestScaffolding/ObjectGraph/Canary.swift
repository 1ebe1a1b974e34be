#if DEBUG
import Foundation
import ObjectMemory
import Synchronization

/// Tests the walk on objects of known structure, before it is used on others.
///
/// On Linux, Swift guarantees nothing about the memory layout of objects, closures and tasks. If it differs from what
/// this module expects, for example with another version of the compiler, nothing may be walked.
enum Canary {
  /// A description of what is not as expected; nil if everything is. The closure may change what is expected.
  static func problem(_ change: (inout Specimen.Mark) -> Void = { _ in }) -> String? {
    if let problem = problemWithCounts() ?? problemWithTasks() { return problem }
    let specimen = Specimen()
    let found = marks(from: specimen)
    for var mark in specimen.marks {
      change(&mark)
      guard found.contains(mark.name) != mark.isHeld else { continue }
      return mark.isHeld
        ? "an object that is held by \(mark.name) was not found"
        : "an object was found that \(mark.name) does not hold"
    }
    return specimen.marks.contains { $0.isHeld && !$0.hasCountsOfBefore }
      ? "the counts of objects were not given back" : nil
  }

  /// The result for this process. It is determined once; a problem is also printed to standard error.
  static let standardProblem: String? = {
    let problem = Canary.problem()
    if let problem { say(problem) }
    return problem
  }()

  /// The entry in a report's list of what was not looked into, if nothing could be walked at all.
  static func note(_ problem: String) -> String {
    "all objects, as the memory of this process is not as expected: \(problem)"
  }

  private static func say(_ problem: String) {
    let text = """
      ERROR: CleanSlate does not know how this version of Swift lays out objects in memory: \(problem).
      No object is looked into for leaks. Sessions, windows, environments, files, threads and the like still are compared.

      """
    FileHandle.standardError.write(Data(text.utf8))
  }

  private static func marks(from specimen: Specimen) -> Set<String> {
    let walk = Walk(LayoutCache())
    walk.run(from: [GraphRoot(specimen)])
    return Set(specimen.marks.filter { walk.number(at: $0.address) >= 0 }.map(\.name))
  }

  // MARK: - Counts

  private final class Counted: Sendable {}

  /// Whether a weak reference is the address of the counts that are kept beside its object.
  static let knowsWeakReferences = problemWithCounts() == nil

  /// Checks the reference counts of an object. Holding an object changes them, so this comes first.
  private static func problemWithCounts() -> String? {
    let object = Counted()
    if let problem = problem(of: object, reference: nil) { return problem }
    var reference: UInt = 0
    ObjectMemoryRefer(address(of: &reference), HeapObject(object).address)
    defer { ObjectMemoryForget(address(of: &reference)) }
    return problem(of: object, reference: reference)
  }

  private static func address(of word: UnsafeMutablePointer<UInt>) -> UInt { UInt(bitPattern: word) }

  private static func problem(of object: Counted, reference: UInt?) -> String? {
    ObjectMemoryBegin()
    defer { ObjectMemoryEnd() }
    let address = HeapObject(object).address
    func counts() -> UInt64? {
      var header = ObjectHeader()
      guard ObjectMemoryRead(address, &header, MemoryLayout<ObjectHeader>.size),
        header.metadata == Metadata(Counted.self).address
      else { return nil }
      guard (header.counts >> 62 == 3) == (reference != nil) else { return nil }
      guard let reference else { return header.counts }
      var table = (UInt(0), UInt(0), UInt64(0))
      guard reference == UInt(header.counts & ~(3 << 62)) << 3, ObjectMemoryRead(reference, &table, 24),
        table.0 == address
      else { return nil }
      return table.2
    }
    guard let before = counts() else { return "the header of an object is not as expected" }
    let held = Unmanaged.passRetained(object)
    defer { held.release() }
    guard counts() == before &+ 1 << 33,
      ObjectMemoryHold(address, Metadata(Counted.self).address) == ObjectIsHeld
    else { return "the counts of an object are not as expected" }
    defer { ObjectMemoryRelease(address) }
    return ObjectMemoryHolds(address) == 1
      ? nil : "the unowned references to an object are not counted as expected"
  }

  // MARK: - Tasks

  /// Checks the memory of a task that has ended, and of one that runs, as it is seen by itself: another thread would have to
  /// begin for one that waits, which the rehearsal of a launch server must not do.
  private static func problemWithTasks() -> String? {
    let mark = Counted()
    let isRunningKnown = Atomic(false)
    let ended = Task.immediate {
      let own = withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: UInt.self) } }
      isRunningKnown.store(own.map { FinishedTask(at: $0) == nil } ?? false, ordering: .relaxed)
      return mark
    }
    guard isRunningKnown.load(ordering: .relaxed),
      let result = FinishedTask(at: unsafeBitCast(ended, to: UInt.self))?.result,
      result.type == Metadata(Counted.self).address, word(result.address) == HeapObject(mark).address
    else { return "the memory of a task is not as expected" }
    return nil
  }
}
#endif
