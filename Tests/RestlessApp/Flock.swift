/// Objects in all that can hold them; whoever has the flock guards them.
nonisolated struct Flock: Sendable {
  private var sheep = (0..<55).map { _ in Sheep() }
  private var byNumber = Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, Sheep()) })
  private var byName = ["a name that is too long to be kept inline": [Sheep()]]
  private var pen = Pen.empty
  private var pens: [Pen?] = (0..<10).map { _ in .one(Sheep()) }
  private var anything: any Sendable = Sheep()
  private var animals: [any Animal] = (0..<10).map { _ in Lamb(mother: Sheep()) }
  private var trouble: (any Error)?
  private var pair: (Int, Sheep?) = (1, Sheep())
  private var later: @Sendable () -> Int = { 0 }

  mutating func change(_ dice: inout Dice) {
    let index = Int.random(in: 0..<1_000, using: &dice)
    switch Int.random(in: 0..<16, using: &dice) {
    case 0: sheep[index % sheep.count] = Sheep()
    case 1: sheep.append(sheep.remove(at: index % sheep.count))
    case 2: sheep = sheep.shuffled(using: &dice)
    case 3: byNumber[index % 20] = byNumber[index % 20] == nil ? Sheep() : nil
    case 4: byNumber = Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, Sheep()) })
    case 5: byName["a name too long to be kept inline, \(index % 4)"] = [Sheep(), sheep[index % sheep.count]]
    case 6: pen = Pen.random(index)
    case 7: pens[index % pens.count] = index.isMultiple(of: 5) ? nil : Pen.random(index)
    case 8: anything = Self.anything(index)
    case 9: animals[index % animals.count] = Self.animal(index)
    case 10: trouble = index.isMultiple(of: 2) ? Trouble(sheep: Sheep()) : nil
    case 11: pair = (index, index.isMultiple(of: 2) ? Sheep() : nil)
    case 12:
      let captured = sheep[index % sheep.count]
      later = { captured.number + index }
    case 13: sheep[index % sheep.count].follower = index.isMultiple(of: 2) ? Sheep() : nil
    case 14: sheep[index % sheep.count].friend = sheep[(index / 2) % sheep.count]
    default: sheep[index % sheep.count].pen = Pen.random(index)
    }
  }

  private static func anything(_ index: Int) -> any Sendable {
    switch index % 4 {
    case 0: 7
    case 1: Sheep()
    case 2: [Sheep(), Sheep()]
    default: Herd(first: Sheep(), last: Sheep())
    }
  }

  private static func animal(_ index: Int) -> any Animal {
    switch index % 3 {
    case 0: Sheep()
    case 1: Lamb(mother: Sheep())
    default: Herd(first: Sheep(), last: Sheep())
    }
  }
}

nonisolated protocol Animal: Sendable {}

/// Whoever has the flock that it is in guards it.
nonisolated final class Sheep: Animal, @unchecked Sendable {
  let number = 1
  var follower: Sheep?
  var pen = Pen.empty
  weak var friend: Sheep?
}

nonisolated struct Lamb: Animal {
  let mother: Sheep
}

nonisolated struct Herd: Animal {
  let name = "a name that is too long to be kept inline"
  let first: Sheep
  let last: Sheep
  let size = 2
}

nonisolated struct Trouble: Error {
  let code = 3
  let sheep: Sheep
}

nonisolated enum Pen: Sendable {
  case empty
  case one(Sheep)
  case two(Int, Sheep, Lamb)
  case named(String)
  indirect case inside(Pen)

  static func random(_ index: Int) -> Pen {
    switch index % 6 {
    case 0: .empty
    case 1: .one(Sheep())
    case 2: .two(index, Sheep(), Lamb(mother: Sheep()))
    case 3: .named("a name that is too long to be kept inline")
    default: .inside(.inside(.one(Sheep())))
    }
  }
}
