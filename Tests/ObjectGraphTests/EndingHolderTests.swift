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
    let walk = Walk(LayoutCache(), limits: WalkLimits(), keeping: .all)
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
}
