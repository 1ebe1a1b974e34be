import ObjectMemory
import Testing

@testable import ObjectGraph

@Suite("What was held by something that ends while its survivors are counted")
struct EndingHolderTests {
  private final class Thing {}
  private final class Box { var things: [Thing] = [] }

  @Test("counts as held by somebody else, since nobody else is left", arguments: [false, true])
  func outside(holderEnds: Bool) {
    let thing = Thing()
    let box = Box()
    box.things = [thing]
    let address = HeapObject(thing).address
    let walk = Walk(LayoutCache(), keeping: .all)
    walk.run(fromObjectsAt: [HeapObject(box).address, address])
    let components = Components(EdgeIndex(Array(walk.edges), nodeCount: walk.count))
    let group = Int(components.group[Int(walk.number(at: address))])
    let before = SurvivorGraph.outsideReferences(of: walk, components)[group]
    if holderEnds { box.things = [] }
    let after = SurvivorGraph.outsideReferences(of: walk, components)[group]
    #expect(before > 0)
    #expect(after == before, "neither a list that holds it too nor its end makes a difference")
    withExtendedLifetime((thing, box)) {}
  }

  @Test("is not looked at again if it has left the walk")
  func undone() {
    let box = Box()
    box.things = [Thing()]
    let walk = Walk(LayoutCache())
    walk.run(fromObjectsAt: [HeapObject(box).address])
    #expect(walk.count == 3)
    for list in [\ObjectWalk.ended, \ObjectWalk.unsure] {
      let numbers = UnsafeMutablePointer<Int32>.allocate(capacity: 4)
      for number in 0..<3 { numbers[number] = Int32(number) }
      walk.memory.pointee[keyPath: list] = ObjectList(numbers: numbers, count: 3)
    }
    ObjectWalkUndo(walk.memory, 1, 0)
    #expect([walk.memory.pointee.ended.count, walk.memory.pointee.unsure.count] == [1, 1])
  }

  @Test("leaves no copy of its elements in the memory of the walk")
  func copy() {
    let box = Box()
    box.things = [Thing()]
    let walk = Walk(LayoutCache())
    walk.run(fromObjectsAt: [HeapObject(box).address])
    #expect((0..<16).allSatisfy { word(walk.still.address &+ $0 &* 8) == 0 })
  }
}
