import Foundation
import Leaks
import TestSupport
import Testing

@testable import ObjectGraph

@Suite("A closure")
struct SourceLineTests {
  private final class Counter {
    var count = 0
    func step() { count += 1 }
  }

  /// In a struct, a closure is stored as it is; as a value of a generic type it is behind a thunk.
  private struct Call {
    let call: () -> Void
    var name: String? { SourceLineTests.name(of: self) }
  }

  private enum Pinboard {
    nonisolated(unsafe) static var notes: [Call] = []
  }

  private struct LongCall {
    let call: () async -> Void
    var name: String? { SourceLineTests.name(of: self) }
  }

  @Test("is named by the line on which it begins, whatever it captures")
  func lines() {
    let counter = Counter()
    let first = #line + 2
    let calls = [
      Call { print("captures nothing") },
      Call { counter.count += 1 },
      Call { [weak counter] in
        counter?.count += 1
      },
      Call {
        print("in two others"); { { counter.count += 1 }() }()
      },
    ]
    for (call, line) in zip(calls, [0, 1, 2, 5]) {
      #expect(call.name == "closure in SourceLineTests.swift:\(first + line)")
    }
  }

  @Test("is named by the line of the method that is used as one")
  func method() {
    let call = Call(call: Counter().step)
    #expect(call.name == "closure in SourceLineTests.swift:\(#line - 1)")
  }

  @Test("is named by the line where it is asynchronous, and a record stands for its code")
  func asynchronous() {
    let counter = Counter()
    let calls = [LongCall { counter.count += 1 }, LongCall { await Task.yield() }]
    for call in calls { #expect(call.name == "closure in SourceLineTests.swift:\(#line - 1)") }
  }

  @Test("is named by its function where the program has no line for it")
  func withoutLine() {
    let symbols = ProgramSymbols()
    symbols.noteImages()
    let name = "$s7LostApp10startTimer33_2212E9AFEBC94B91D5EEF8F08DD0001ALL4withyAA4TrayC_tFyycfU_TA"
    #expect(symbols.closure((0, name)) == "closure #1 in startTimer(with:)")
  }

  @Test("is found in a file that all searches have read together", .disabled(if: Sanitizer.isOn))
  func sharedFile() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let counter = Counter()
        func mapped() throws -> Int {
          let call = Call { counter.count += 1 }
          #expect(call.name != nil)
          let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
          let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
          return maps.split(separator: "\n").count { $0.hasSuffix(program) }
        }
        let first = try mapped()
        #expect(try mapped() == first)
      }
    }
  }

  @Test("is in the report of what it holds, with the line")
  func report() {
    let counter = Counter()
    Pinboard.notes.append(Call { counter.count += 1 })
    let line = #line - 1
    defer { Pinboard.notes = [] }
    let graph = ObjectGraph()
    let found = graph.explain(graph.remember([GraphRoot(counter)]).survivors())
    let closure = "closure in SourceLineTests.swift:\(line)"
    let holder = "held by static Pinboard.notes[0].call -> \(closure) -> Counter"
    // Whoever runs beside this may hold it, too, and be guessed.
    let certain = found.leaks.flatMap(\.details).map(\.plain).filter { $0.hasPrefix("held by") }
    #expect(certain == [holder.plain])
  }

  private static func name<Call>(of call: Call) -> String? {
    let symbols = ProgramSymbols()
    symbols.noteImages()
    let code = withUnsafeBytes(of: call) { $0.load(as: UInt.self) }
    return symbols.symbol(at: code).flatMap(symbols.closure)
  }
}
