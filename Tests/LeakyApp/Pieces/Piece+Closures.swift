extension Piece {
  static let closures =
    holding("closure-getter") { tray in
      let bell = Bell()
      bell.fetch = [tray as Tray?].getter(at: 0)
      return bell
    }
    + holding("closure-lazy-getter") { tray in
      let bell = Bell()
      let lazily = [1].lazy.map { _ in tray as Tray? }
      bell.fetch = lazily.getter(at: 0)
      return bell
    }
    + holding("closure-element") { tray in
      let bell = Bell()
      bell.ring = keeping(tray, from: [Tray].self)
      return bell
    }
    + holding("closure-after-element") { tray in
      let bell = Bell()
      bell.ring = keeping("text", from: [String].self, beside: [tray])
      return bell
    }
    + holding("closure-c-function") { tray in
      let bell = Bell()
      let double: @convention(c) (Int32) -> Int32 = { 2 * $0 }
      bell.ring = {
        _ = double(1)
        tray.touch()
      }
      return bell
    }
    + holding("closure-wide") { tray in
      let bell = Bell()
      bell.ring = keeping(1, "text", 2.5, true, UInt8(1), [1], ["a"], Int8(2), Float(3), tray)
      return bell
    }
    + holding("closure-resilient") { tray in
      let (bell, letters) = (Bell(), Mail().letters)
      bell.ring = {
        _ = letters
        tray.touch()
      }
      return bell
    }
    + holding("closure-payload") { tray in
      let counter = Counter<String>()
      counter.reply = .answer(tray, to: String.self)
      return counter
    }
    + holding("closure-payload-optional") { tray in
      let counter = Counter<Tray>()
      counter.next = .both({ $0 }, { _ in tray.touch() })
      return counter
    }
    + holding("closure-deep") { tray in
      let bell = Bell()
      bell.ring = Floor<Int>.Room<String>.Corner(content: tray).keeper(1, "text")
      return bell
    }

  private static func keeping<Items: Sequence>(
    _ item: Items.Element, from items: Items.Type
  ) -> () -> Void {
    { _ = item }
  }

  private static func keeping<Items: Sequence, Others: Collection>(
    _ item: Items.Element, from items: Items.Type, beside others: Others
  ) -> () -> Void {
    {
      _ = item
      _ = others.first
    }
  }

  private static func keeping<A, B, C, D, E, F, G, H, I, J>(
    _ first: A, _ second: B, _ third: C, _ fourth: D, _ fifth: E, _ sixth: F, _ seventh: G, _ eighth: H,
    _ ninth: I, _ tenth: J
  ) -> () -> Void {
    { _ = (first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth) }
  }
}

extension Collection {
  func getter(at index: Index) -> () -> Element {
    { self[index] }
  }
}

private enum Floor<First> {
  enum Room<Second> {
    struct Corner<Content> {
      let content: Content

      func keeper(_ first: First, _ second: Second) -> () -> Void {
        { _ = (first, second, content) }
      }
    }
  }
}

private enum Reply<Question> {
  case none
  case call((Question) -> Void)
  case both((Question) -> Question, (Question) -> Void)

  static func answer(_ tray: Tray, to question: Question.Type) -> Reply {
    .call { _ in tray.touch() }
  }
}

private final class Counter<Question> {
  var reply = Reply<Question>.none
  var next: Reply<Question>?
}
