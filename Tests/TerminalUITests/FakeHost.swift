import ElementTree

/// An app in a few lines: a tree that is made from what happened.
@MainActor
final class FakeHost: ElementHost {
  private(set) var actions: [Action] = []
  private(set) var settled = 0
  private(set) var offered: [KeyStroke] = []
  /// The stroke that somebody else takes.
  var taken: KeyStroke?
  var banner: Banner?
  /// Whether it is busy, asked anew each time.
  var work: () -> Bool = { false }
  var isBusy: Bool {
    get { work() }
    set { work = { newValue } }
  }
  /// What the next action leads to, in place of what the host makes of it.
  var next: Element?
  private var displays: [any ElementDisplay] = []
  private var current: Element
  private let change: (inout Element, Action) -> Void

  init(_ tree: some ElementConvertible, change: @escaping (inout Element, Action) -> Void = { _, _ in }) {
    current = tree.element
    self.change = change
  }

  var tree: Element { current }

  func perform(_ action: Action) throws(ActionError) {
    try current.check(action)
    actions.append(action)
    if let next {
      current = next
      return
    }
    current = current.mapElements { element in
      switch action {
      case .focus(let identifier): element.isFocused = element.identifier == identifier
      case .edit(let identifier, let text) where element.identifier == identifier: element.value = text
      default: break
      }
    }
    change(&current, action)
    for display in displays { display.draw(current) }
  }

  /// Shows something else that nobody has asked for.
  func show(_ tree: some ElementConvertible) {
    current = tree.element
    for display in displays { display.draw(current) }
  }

  func offer(_ stroke: KeyStroke) -> Bool {
    offered.append(stroke)
    return stroke == taken
  }

  func attach(_ display: any ElementDisplay) {
    displays.append(display)
    display.draw(current)
  }

  func detach(_ display: any ElementDisplay) { displays.removeAll { $0 === display } }

  func settle() async { settled += 1 }
}
