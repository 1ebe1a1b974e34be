// The elements that screens are written with, one type for each role.
//
// What a person can act on has an identifier from an enum, and the session turns it back into the enum's case.

/// One full page: `Screen("welcome", title: "Welcome") { … }`.
public struct Screen: ElementConvertible {
  public let element: Element
  public init(
    _ id: String, title: String, allowsBack: Bool = false, fileID: String = #fileID, line: Int = #line,
    @ElementBuilder content: () -> [Element]
  ) {
    element = Element(
      .screen, id: id, label: title, traits: allowsBack ? [.allowsBack] : [], children: content(),
      origin: Origin(fileID: fileID, line: line))
  }
}

/// Elements that belong together, one below the other or, with `Row`, side by side.
public struct Group: ElementConvertible {
  public let element: Element
  public init(
    _ label: String = "", id: String? = nil, fileID: String = #fileID, line: Int = #line,
    @ElementBuilder content: () -> [Element]
  ) {
    element = Element(
      .group, id: id, label: label, children: content(), origin: Origin(fileID: fileID, line: line))
  }
}

/// Elements that stand side by side.
public struct Row: ElementConvertible {
  public let element: Element
  public init(
    id: String? = nil, fileID: String = #fileID, line: Int = #line, @ElementBuilder content: () -> [Element]
  ) {
    element = Element(
      .group, id: id, traits: [.row], children: content(), origin: Origin(fileID: fileID, line: line))
  }
}

/// Text to read.
public struct Text: ElementConvertible {
  public let element: Element
  public init(_ text: String, id: String? = nil, fileID: String = #fileID, line: Int = #line) {
    element = Element(.text, id: id, label: text, origin: Origin(fileID: fileID, line: line))
  }
}

/// Something to press.
public struct Button: ElementConvertible {
  public let element: Element
  public init(_ label: String, id: some RawRepresentable<String>, fileID: String = #fileID, line: Int = #line)
  {
    element = Element(.button, id: id.rawValue, label: label, origin: Origin(fileID: fileID, line: line))
  }
}

/// A line of text to edit.
public struct TextField: ElementConvertible {
  public let element: Element
  public init(
    _ label: String, id: some RawRepresentable<String>, text: String, placeholder: String? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    element = Element(
      .textField, id: id.rawValue, label: label, value: text, placeholder: placeholder,
      origin: Origin(fileID: fileID, line: line))
  }
}

/// A line of text to edit that is shown as dots.
public struct SecureField: ElementConvertible {
  public let element: Element
  public init(
    _ label: String, id: some RawRepresentable<String>, text: String, placeholder: String? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    element = Element(
      .secureField, id: id.rawValue, label: label, value: text, placeholder: placeholder,
      origin: Origin(fileID: fileID, line: line))
  }
}

/// A switch.
public struct Toggle: ElementConvertible {
  public let element: Element
  public init(
    _ label: String, id: some RawRepresentable<String>, isOn: Bool, fileID: String = #fileID,
    line: Int = #line
  ) {
    element = Element(
      .toggle, id: id.rawValue, label: label, value: isOn ? "on" : "off", isSelected: isOn,
      origin: Origin(fileID: fileID, line: line))
  }
}

/// One of several answers, of which one is chosen: all of them stand in one group or list.
public struct RadioButton: ElementConvertible {
  public let element: Element
  public init(
    _ label: String, id: some RawRepresentable<String>, isChosen: Bool, fileID: String = #fileID,
    line: Int = #line
  ) {
    element = Element(
      .radioButton, id: id.rawValue, label: label, isSelected: isChosen,
      origin: Origin(fileID: fileID, line: line))
  }
}

/// Rows that scroll.
public struct List: ElementConvertible {
  public let element: Element
  public init(
    _ label: String = "", id: String, fileID: String = #fileID, line: Int = #line,
    @ElementBuilder content: () -> [Element]
  ) {
    element = Element(
      .list, id: id, label: label, children: content(), origin: Origin(fileID: fileID, line: line))
  }
}

/// One row of a list.
public struct Cell: ElementConvertible {
  public let element: Element
  public init(
    _ label: String, id: some RawRepresentable<String>, value: String? = nil, fileID: String = #fileID,
    line: Int = #line
  ) {
    element = Element(
      .cell, id: id.rawValue, label: label, value: value, origin: Origin(fileID: fileID, line: line))
  }
  /// Makes a row to read: without an identifier it cannot be pressed.
  public init(_ label: String, value: String, fileID: String = #fileID, line: Int = #line) {
    element = Element(.cell, label: label, value: value, origin: Origin(fileID: fileID, line: line))
  }
}

/// How much of a task is done, as a fraction that is limited to 0 to 1.
public struct Progress: ElementConvertible {
  public let element: Element
  public init(
    _ label: String, id: String? = nil, fraction: Double, fileID: String = #fileID, line: Int = #line
  ) {
    let held = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    element = Element(
      .progress, id: id, label: label, value: "\(Int(held * 100 + 0.5))%", fraction: held,
      origin: Origin(fileID: fileID, line: line))
  }
  /// Says that something is under way, and nobody knows for how long.
  public init(_ label: String, id: String? = nil, fileID: String = #fileID, line: Int = #line) {
    element = Element(.progress, id: id, label: label, origin: Origin(fileID: fileID, line: line))
  }
}

/// A picture in characters.
public struct Image: ElementConvertible {
  public let element: Element
  public init(
    _ label: String, id: String? = nil, drawing: String, fileID: String = #fileID, line: Int = #line
  ) {
    element = Element(
      .image, id: id, label: label, value: drawing, origin: Origin(fileID: fileID, line: line))
  }
}

/// A message that stands above the screen until one of its buttons is pressed.
public struct Alert: ElementConvertible {
  public let element: Element
  public init(
    _ title: String, id: String, fileID: String = #fileID, line: Int = #line,
    @ElementBuilder content: () -> [Element]
  ) {
    element = Element(
      .alert, id: id, label: title, children: content(), origin: Origin(fileID: fileID, line: line))
  }
}

/// A row of tabs.
public struct TabBar: ElementConvertible {
  public let element: Element
  public init(
    id: String, fileID: String = #fileID, line: Int = #line, @ElementBuilder content: () -> [Element]
  ) {
    element = Element(
      .tabBar, id: id, traits: [.row], children: content(), origin: Origin(fileID: fileID, line: line))
  }
}

/// One of the tabs in a tab bar.
public struct Tab: ElementConvertible {
  public let element: Element
  public init(
    _ label: String, id: some RawRepresentable<String>, isSelected: Bool, badge: String? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    element = Element(
      .tab, id: id.rawValue, label: label, value: badge, isSelected: isSelected,
      origin: Origin(fileID: fileID, line: line))
  }
}

/// A question with two answers: one keeps things as they are, the other does something destructive.
public struct Confirmation: ElementConvertible {
  public let element: Element
  public init<Answer: RawRepresentable<String>>(
    _ title: String, id: String, text: String, keep: (label: String, id: Answer),
    confirm: (label: String, id: Answer), fileID: String = #fileID, line: Int = #line
  ) {
    element =
      Alert(title, id: id, fileID: fileID, line: line) {
        Text(text)
        Row {
          Button(keep.label, id: keep.id, fileID: fileID, line: line).traits(.primary)
          Button(confirm.label, id: confirm.id, fileID: fileID, line: line).traits(.destructive)
        }
      }.element
  }

  /// The question before something is lost that is not saved.
  package init<Answer: RawRepresentable<String>>(
    discardingWith discard: Answer, keepingWith keep: Answer, id: String, fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(
      "Discard what you wrote?", id: id, text: "It has not been saved yet.", keep: ("Keep it", keep),
      confirm: ("Discard", discard), fileID: fileID, line: line)
  }
}
