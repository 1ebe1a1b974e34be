public import ElementTree

/// Something that floats above an app's screens and does not belong to its feature.
public struct Overlay {
  /// The element that is shown; its identifiers must differ from those of the feature.
  public let element: Element
  /// Performs an action on the element.
  let handle: (Action) -> Void

  /// Creates an overlay, which exists as long as the window that it is made for.
  public init(_ element: Element, handle: @escaping (Action) -> Void) {
    var floating = element
    floating.traits.insert(.floating)
    self.element = floating
    self.handle = handle
  }

  /// Returns whether the action is on an element of the overlay.
  func owns(_ action: Action) -> Bool {
    action.identifier.map { element.first(withIdentifier: $0) != nil } ?? false
  }
}
