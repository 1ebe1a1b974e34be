import Testing

@testable import ObjectGraph

@Suite("The look at objects of known shape, before any other")
struct CanaryTests {
  @Test("finds memory as expected here")
  func good() {
    #expect(Canary.problem() == nil)
    #expect(Canary.standardProblem == nil)
  }

  @Test("says what is not as expected")
  func falsified() {
    #expect(
      Canary.problem { if $0.name == "a closure" { $0.isHeld = false } }
        == "an object was found that a closure does not hold")
    #expect(
      Canary.problem { if $0.name == "what holds nothing" { $0.isHeld = true } }
        == "an object that is held by what holds nothing was not found")
  }

  private final class Part {}
  private final class Whole { let part = Part() }

  @Test("leaves the gate with what needs no knowledge of memory where it fails, and each report says so")
  func distrust() {
    let graph = ObjectGraph(problem: "a closure is not where it was")
    let whole = Whole()
    let part = whole.part
    let memory = graph.remember([GraphRoot(whole), GraphRoot([part])], besides: [GraphRoot(part)])
    let note = "all objects, as the memory of this process is not as expected: a closure is not where it was"
    #expect(memory.survivors().map(\.path) == ["Whole"])
    #expect(memory.notLookedInto == [note])
    let report = graph.explain(memory.survivors(), from: [GraphRoot(whole)])
    #expect("\(report)" == "Whole is still alive; it was Whole\nnot looked into: \(note)")
    #expect(graph.count(from: [GraphRoot(whole)]) == [:])
  }
}
