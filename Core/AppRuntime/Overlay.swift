public import ElementTree

/// Something that floats above an app's screens and does not belong to its feature.
public struct Overlay {
  /// What is seen of it; the identifiers in it are none that the feature uses.
  public let element: Element
  /// Does what a person asked for with the element.
  let handle: (Action) -> Void

  /// Creates an overlay that lives as long as the window that it is made for.
  public init(_ element: Element, handle: @escaping (Action) -> Void) {
    var floating = element
    floating.traits.insert(.floating)
    self.element = floating
    self.handle = handle
  }

  /// Returns whether the action is about an element of the overlay.
  func owns(_ action: Action) -> Bool {
    action.identifier.map { element.first(withIdentifier: $0) != nil } ?? false
  }
}
