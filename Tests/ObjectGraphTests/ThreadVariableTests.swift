#if arch(x86_64)
import Foundation
import Leaks
import ObjectGraph
import Processes
import TestSupport
import Testing

@Suite("Variables of C of which each thread has its own", .serialized)
struct ThreadVariableTests {
  /// Functions that lead to such variables, one for each way in which a library can have them.
  private static let source = """
    __thread void *in_block;
    void **place_in_block(void) { return &in_block; }
    """
  private static let sourceBeside = """
    __attribute__((tls_model("initial-exec"))) __thread void *beside_stack;
    void **place_beside_stack(void) { return &beside_stack; }
    """

  @Test(
    "name the thread, in blocks of memory and beside the stack",
    .enabled(if: CCompiler.path != nil, "There is no clang in PATH."),
    arguments: [(source, "place_in_block"), (sourceBeside, "place_beside_stack")])
  func libraries(_ source: String, _ function: String) async throws {
    let home = try TemporaryHome()
    let (file, library) = (home.root + "/variables.c", home.root + "/variables.so")
    try Data(source.utf8).write(to: URL(filePath: file))
    let compiler = try #require(CCompiler.path)
    let outcome = try await ChildProcess.run(
      compiler, ["-shared", "-fPIC", file, "-o", library], environment: home.environment)
    try #require(outcome.status == .exited(0), "\(outcome.standardError.text)")
    let place = try #require(dlopen(library, RTLD_NOW | RTLD_LOCAL).flatMap { dlsym($0, function) })
    let call = unsafeBitCast(place, to: (@convention(c) () -> UnsafeMutablePointer<UInt>).self)
    expectName { call() }
  }

  @Test("name the thread, in a library that was there from the start")
  func initial() {
    expectName {
      dlsym(dlopen(nil, RTLD_NOW), "_ZSt15__once_callable")?.assumingMemoryBound(to: UInt.self)
    }
  }

  /// Expects that a thread is named that has an object in its own variable.
  private func expectName(_ variable: @escaping @Sendable () -> UnsafeMutablePointer<UInt>?) {
    let (isSet, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    nonisolated(unsafe) var remembered: (graph: ObjectGraph, memory: RememberedObjects)?
    Thread.detachNewThread {
      try? Data("holder".utf8).write(to: URL(filePath: "/proc/thread-self/comm"))
      remembered = OnThread { Self.hold() }.value()
      Self.give(to: variable())
      isSet.signal()
      isDone.wait()
      variable()?.pointee = 0
    }
    isSet.wait()
    defer { isDone.signal() }
    let leaks = remembered.map { $0.graph.explain($0.memory.survivors()).leaks } ?? []
    let holders = leaks.flatMap(\.holders)
    // Nobody knows what a variable of C is for, so it is a guess.
    #expect(holders.filter(\.isCertain) == [])
    #expect(holders.map { "\($0.path)" }.contains(#"the values of thread "holder" -> Bead"#), "\(holders)")
  }

  private static func give(to place: UnsafeMutablePointer<UInt>?) {
    place?.pointee = ~kept
    kept = 0
  }

  /// The address of the object, in a form that is none, until it is in the variable.
  nonisolated(unsafe) private static var kept: UInt = 0

  private static func hold() -> (ObjectGraph, RememberedObjects) {
    let (graph, bead) = (ObjectGraph(), Bead())
    kept = ~UInt(bitPattern: Unmanaged.passRetained(bead).toOpaque())
    return (graph, graph.remember([GraphRoot(bead)]))
  }
}

private final class Bead {}
#endif
