#if DEBUG
package import ElementTree

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
