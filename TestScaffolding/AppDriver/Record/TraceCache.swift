#if DEBUG
import ControlProtocol
import ElementTree
import Records
import Synchronization

/// What the traces of many tests have in common: screens that are painted already.
final class TraceCache: Sendable {
  private struct Contents {
    var screens: [(tree: Element, title: String, json: [UInt8])] = []
  }

  private let contents = Mutex(Contents())
  private static let mostScreens = 64

  /// What a line says of a screen beyond its number, as JSON.
  func painted(_ tree: Element, title: String) throws -> [UInt8] {
    let known = contents.withLock { $0.screens.last { $0.title == title && $0.tree == tree }?.json }
    if let known { return known }
    let json = try WireJSON.encode(TraceLine.Screen(tree, title: title))
    contents.withLock { contents in
      if contents.screens.count == Self.mostScreens { contents.screens.removeFirst() }
      contents.screens.append((tree, title, json))
    }
    return json
  }
}
#endif
