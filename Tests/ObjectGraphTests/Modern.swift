// What Swift 6 keeps state in, and generic code, for tests of the walk.

final class Goal: Sendable {}

struct Ticket: ~Copyable {
  let goal: Goal
  deinit {}
}

enum Offer: ~Copyable {
  case none
  case one(Goal)
  case many([Goal], Int)
}

struct Keeper<Value: ~Copyable>: ~Copyable {
  var number = 1
  var value: Value
  init(_ value: consuming Value) { self.value = value }
}

struct Packed<each Value> {
  let values: (repeat each Value)
  init(_ values: repeat each Value) { self.values = (repeat each values) }
  func count() -> () -> Int { { MemoryLayout.size(ofValue: values) } }
}

func countingAll<each Value>(_ values: repeat each Value) -> () -> Int {
  {
    var count = 0
    for value in repeat each values { count += MemoryLayout.size(ofValue: value) }
    return count
  }
}

extension Collection {
  func getter(at position: Index) -> () -> Element { { self[position] } }
  func holder(of element: Element) -> () -> Int { { Swift.withExtendedLifetime(element) { 1 } } }
}

protocol Shelf {
  associatedtype Thing
}

struct GoalShelf: Shelf {
  typealias Thing = Goal
}

func holder<Kind: Shelf>(_ shelf: Kind, of thing: Kind.Thing, and more: [Kind.Thing]) -> () -> Int {
  { Swift.withExtendedLifetime((shelf, thing)) { more.count } }
}

func calling(_ function: @escaping @convention(c) (Int32) -> Int32, with goal: Goal) -> () -> Int32 {
  { withExtendedLifetime(goal) { function(1) } }
}

/// A name that the Synchronization library has as well, for something generic.
struct _Cell {
  let goal: Goal
}

final class Held<Value: ~Copyable> {
  let value: Value
  init(_ value: consuming Value) { self.value = value }
}
