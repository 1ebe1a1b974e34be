extension Piece {
  static let packs =
    holding("pack-class") { Parcel($0, 1, "text") }
    + holding("pack-single") { Parcel($0) }
    + holding("pack-struct") { Trolley(load: Bundle(1, $0)) }
    + holding("pack-function") { tray in
      let bell = Bell()
      bell.ring = after("text", 2) { tray.touch() }
      return bell
    }
    + holding("pack-capture") { tray in
      let bell = Bell()
      bell.ring = keeping(3, tray)
      return bell
    }
    + holding("pack-type") { tray in
      let bell = Bell()
      bell.ring = Bundle(4, tray).opener()
      return bell
    }

  private static func after<each Part>(
    _ parts: repeat each Part, then: @escaping () -> Void
  ) -> () -> Void {
    { then() }
  }

  private static func keeping<each Part>(_ parts: repeat each Part) -> () -> Void {
    { (repeat _ = each parts) }
  }
}

private nonisolated final class Parcel<each Part> {
  let parts: (repeat each Part)
  init(_ parts: repeat each Part) { self.parts = (repeat each parts) }
}

private nonisolated struct Bundle<each Part> {
  let parts: (repeat each Part)
  init(_ parts: repeat each Part) { self.parts = (repeat each parts) }

  func opener() -> () -> Void {
    { _ = parts }
  }
}

private nonisolated final class Trolley<Load> {
  let load: Load
  init(load: Load) { self.load = load }
}
