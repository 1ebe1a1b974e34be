#if DEBUG
package import ElementTree

/// Names in Swift source for what people and apps call things.
package enum SwiftName {
  /// The words of a text as part of a name: `SignIn` for `sign-in`. Swift takes letters of any script.
  package static func part(_ text: String) -> String {
    text.unicodeScalars.split { !$0.properties.isXIDContinue || $0 == "_" }
      .map(String.init).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The text as the name of a type; nil if it does not begin with a letter.
  package static func type(_ text: String) -> String? {
    let part = part(text)
    return part.unicodeScalars.first?.properties.isXIDStart == true ? part : nil
  }
}

extension Role {
  /// What the driver calls all elements with the role: `app.buttons`.
  package var collection: String {
    switch self {
    case .button: "buttons"
    case .textField: "textFields"
    case .secureField: "secureTextFields"
    case .text: "staticTexts"
    case .toggle: "switches"
    case .radioButton: "radioButtons"
    case .cell: "cells"
    case .list: "lists"
    case .image: "images"
    case .alert: "alerts"
    case .progress: "progressIndicators"
    case .tab: "tabs"
    case .window, .screen, .group, .tabBar: "otherElements"
    }
  }
}
#endif
