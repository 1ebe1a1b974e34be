#if DEBUG
public import ElementTree

/// Describes a set of elements. It looks at the app only when asked about them.
///
/// After a reset or a relaunch, too, it finds what is there then.
public struct ElementQuery: Sendable {
  let app: App
  /// The element to search in, if any: a struct cannot contain itself.
  private let parents: [AppElement]
  private let roles: Set<Role>?

  init(app: App, parent: AppElement?, roles: Set<Role>?) {
    self.app = app
    parents = parent.map { [$0] } ?? []
    self.roles = roles
  }

  /// The element with this identifier; if there is none, the element with exactly this label.
  public subscript(
    identifierOrLabel: String, file file: StaticString = #filePath, line line: UInt = #line
  ) -> AppElement {
    AppElement(self, .named(identifierOrLabel), at: CallPlace(file: file, line: line))
  }

  /// Returns the one element that satisfies the condition.
  public func element(
    matching condition: @escaping @Sendable (Element) -> Bool, file: StaticString = #filePath,
    line: UInt = #line
  ) -> AppElement { AppElement(self, .matching(condition), at: CallPlace(file: file, line: line)) }

  /// Returns the element at this position in reading order, counted from 0.
  public func element(
    boundBy index: Int, file: StaticString = #filePath, line: UInt = #line
  ) -> AppElement { AppElement(self, .index(index), at: CallPlace(file: file, line: line)) }

  /// The one element of the query.
  public var element: AppElement { AppElement(self, .matching { _ in true }) }

  /// The first element in reading order.
  public var firstMatch: AppElement { AppElement(self, .index(0)) }

  /// The number of matching elements now; 0, too, where the element in which they are looked for is not there. It throws
  /// where an element of another kind is in its place, or a failure is shown.
  public var count: Int { get throws { try candidatesNow.count } }

  /// Handles of all matching elements, in reading order.
  public var allElements: [AppElement] {
    get throws { try candidatesNow.indices.map { AppElement(self, .index($0)) } }
  }

  private var candidatesNow: [Element] {
    get throws {
      let tree = try app.snapshot(of: summary).tree
      do {
        return try candidates(in: tree)
      } catch .missing {
        return []
      }
    }
  }

  func candidates(in tree: Element) throws(ElementError) -> [Element] {
    guard let parent = parents.first else { return filtered(tree.allElements) }
    return filtered(try parent.resolve(in: tree).allElements.dropFirst())
  }

  /// Like `candidates(in:)`, but if several parents match, returns the elements in all of them.
  func allCandidates(in tree: Element) -> [Element] {
    guard let parent = parents.first else { return filtered(tree.allElements) }
    return filtered(parent.all(in: tree).flatMap { $0.allElements.dropFirst() })
  }

  private func filtered(_ elements: some Sequence<Element>) -> [Element] {
    elements.filter { includes($0.role) }
  }

  /// Whether the query is for elements of this role, too.
  func includes(_ role: Role) -> Bool { roles?.contains(role) != false }

  var isOnWholeScreen: Bool { parents.isEmpty }
  var roleNames: [String]? { roles?.map(\.rawValue).sorted() }

  /// Describes the query, as error messages name it.
  var summary: String {
    let what = roles.map { $0.map(\.rawValue).sorted().joined(separator: " or ") } ?? "element"
    return parents.first.map { "\(what) in \($0.summary)" } ?? what
  }
}

/// Something to look up elements in: an app, or an element.
public protocol ElementQueryProvider: Sendable {
  /// Returns a query for the elements with these roles, at any depth; for all elements if no roles are given.
  func descendants(of roles: Set<Role>?) -> ElementQuery
}

extension ElementQueryProvider {
  /// All elements, at any depth.
  public var descendants: ElementQuery { descendants(of: nil) }
  public var buttons: ElementQuery { descendants(of: [.button]) }
  public var textFields: ElementQuery { descendants(of: [.textField]) }
  public var secureTextFields: ElementQuery { descendants(of: [.secureField]) }
  public var staticTexts: ElementQuery { descendants(of: [.text]) }
  public var switches: ElementQuery { descendants(of: [.toggle]) }
  public var radioButtons: ElementQuery { descendants(of: [.radioButton]) }
  public var cells: ElementQuery { descendants(of: [.cell]) }
  public var lists: ElementQuery { descendants(of: [.list]) }
  /// Lists, under the name that XCUITest uses.
  public var tables: ElementQuery { lists }
  public var images: ElementQuery { descendants(of: [.image]) }
  public var alerts: ElementQuery { descendants(of: [.alert]) }
  public var progressIndicators: ElementQuery { descendants(of: [.progress]) }
  public var tabs: ElementQuery { descendants(of: [.tab]) }
  /// Elements that only contain others: windows, screens, groups and tab bars.
  public var otherElements: ElementQuery { descendants(of: [.window, .screen, .group, .tabBar]) }
}

extension App: ElementQueryProvider {
  public func descendants(of roles: Set<Role>?) -> ElementQuery {
    ElementQuery(app: self, parent: nil, roles: roles)
  }
}

extension AppElement: ElementQueryProvider {
  public func descendants(of roles: Set<Role>?) -> ElementQuery {
    ElementQuery(app: query.app, parent: self, roles: roles)
  }
}
#endif
