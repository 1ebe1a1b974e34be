#if DEBUG
import ControlProtocol
import ElementTree
import Foundation
import Records
import Synchronization

/// What the traces of many tests have in common: screens that are painted already, and the lines of their sources.
final class TraceCache: Sendable {
  private struct Contents {
    var screens: [(tree: Element, title: String, json: [UInt8])] = []
    var files: [String: [String]] = [:]
  }

  private let contents = Mutex(Contents())
  private static let mostScreens = 64
  private static let mostFiles = 64

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

  /// The lines of a file of source; none if it cannot be read.
  func lines(of file: String) -> [String] {
    if let known = contents.withLock({ $0.files[file] }) { return known }
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    let lines =
      text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    contents.withLock { contents in
      if contents.files.count == Self.mostFiles { contents.files = [:] }
      contents.files[file] = lines
    }
    return lines
  }
}
#endif
