#if DEBUG
public import ElementTree
import Synchronization

/// Something that elements can be looked up in: an app, or an element of it.
public protocol ElementQueryProvider: Sendable {
  /// Returns a query for the elements of these roles, at any depth; without roles, for all elements.
  func descendants(of roles: Set<Role>?) -> ElementQuery
}

extension ElementQueryProvider {
  /// Everything, at any depth.
  public var descendants: ElementQuery { descendants(of: nil) }
  public var buttons: ElementQuery { descendants(of: [.button]) }
  public var textFields: ElementQuery { descendants(of: [.textField]) }
  public var secureTextFields: ElementQuery { descendants(of: [.secureField]) }
  public var staticTexts: ElementQuery { descendants(of: [.text]) }
  public var switches: ElementQuery { descendants(of: [.toggle]) }
  public var cells: ElementQuery { descendants(of: [.cell]) }
  public var lists: ElementQuery { descendants(of: [.list]) }
  /// Lists, by the name that XCUITest has for them.
  public var tables: ElementQuery { lists }
  public var images: ElementQuery { descendants(of: [.image]) }
  public var alerts: ElementQuery { descendants(of: [.alert]) }
  public var progressIndicators: ElementQuery { descendants(of: [.progress]) }
  public var tabs: ElementQuery { descendants(of: [.tab]) }
  /// What only holds other elements: windows, screens, groups and tab bars.
  public var otherElements: ElementQuery { descendants(of: [.window, .screen, .group, .tabBar]) }
}

extension App: ElementQueryProvider {
  public func descendants(of roles: Set<Role>?) -> ElementQuery {
    ElementQuery(app: self, era: contents.withLock(\.era), parent: nil, roles: roles)
  }
}

extension AppElement: ElementQueryProvider {
  public func descendants(of roles: Set<Role>?) -> ElementQuery {
    ElementQuery(app: query.app, era: query.era, parent: self, roles: roles)
  }
}
#endif
