import ElementTree

/// The menu is on its way.
struct LoadingScreen: ElementConvertible {
  var element: Element {
    Screen("menu-loading", title: "Menu") {
      Text("The menu is on its way…", id: "headline").traits(.heading)
      Text("The kitchens write it anew every day.").traits(.secondary)
    }.element
  }
}

/// The menu takes its time.
struct SlowMenuScreen: ElementConvertible {
  var element: Element {
    Screen("menu-slow", title: "Menu") {
      Text("This takes longer than usual.", id: "headline").traits(.heading)
      Text("The menu is still on its way. Your connection may be slow, or many are hungry right now.")
      Button("Ask again", id: ShopID.retry)
    }.element
  }
}

/// There is no menu to show.
struct MenuErrorScreen: ElementConvertible {
  let reason: String

  var element: Element {
    Screen("menu-error", title: "Menu") {
      Text("The menu did not arrive.", id: "headline").traits(.heading)
      Text(reason, id: "reason").traits(.failure)
      Text("Your basket is kept.").traits(.secondary)
      Button("Try again", id: ShopID.retry).traits(.primary)
    }.element
  }
}

/// What a link meant is not on the menu.
struct GoneScreen: ElementConvertible {
  var element: Element {
    Screen("menu-gone", title: "Menu", allowsBack: true) {
      Text("This is not on the menu any more.", id: "headline").traits(.heading)
      Text("The kitchens change what they cook with the season.")
      Button("To the menu", id: ShopID.toMenu).traits(.primary)
    }.element
  }
}
