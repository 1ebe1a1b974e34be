import ElementTree

/// A link led nowhere.
struct LostScreen: ElementConvertible {
  static let home = "lost-home"

  let link: String

  var element: Element {
    Screen("lost", title: "Nothing here", allowsBack: true) {
      Text("This link leads nowhere.", id: "headline").traits(.heading)
      Text(link, id: "lost-link").traits(.secondary)
      Text("It may be old, or it may have been cut off on its way to you.")
      Button("To the menu", id: Self.home).traits(.primary)
    }.element
  }
}
