import Foundation

/// What a step changed on a screen, in the lines of two trees as text: one element a line.
package enum ScreenChange {
  /// The lines that went, each after a minus, and those that came, each after a plus, without their indentation.
  package static func lines(from old: String, to new: String) -> [String] {
    lines(of: new).difference(from: lines(of: old)).map { change in
      switch change {
      case .remove(_, let line, _): "- " + line
      case .insert(_, let line, _): "+ " + line
      }
    }
  }

  private static func lines(of tree: String) -> [String] {
    tree.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
