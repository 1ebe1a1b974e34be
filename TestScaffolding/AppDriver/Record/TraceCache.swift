#if DEBUG
import ControlProtocol
import ElementTree
import Records
import Synchronization

/// What the traces of many tests have in common: screens that are painted already.
final class TraceCache: Sendable {
  private let screens = Mutex<[(tree: Element, title: String, json: [UInt8])]>([])
  private static let mostScreens = 64

  /// What a line says of a screen beyond its number, as JSON.
  func painted(_ tree: Element, title: String) throws -> [UInt8] {
    let known = screens.withLock { $0.last { $0.title == title && $0.tree == tree }?.json }
    if let known { return known }
    let json = try WireJSON.encode(TraceLine.Screen(tree, title: title))
    screens.withLock { screens in
      if screens.count == Self.mostScreens { screens.removeFirst() }
      screens.append((tree, title, json))
    }
    return json
  }
}
#endif
