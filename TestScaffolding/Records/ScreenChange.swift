import Foundation

/// What a step changed on a screen, in the lines of two trees as text: one element a line.
package enum ScreenChange {
  /// A line of both texts, or of one of them.
  package enum Line: Equatable {
    case kept(String), went(String), came(String)
  }

  /// The lines that went, each after a minus, and those that came, each after a plus, in the order of the screen.
  ///
  /// - Parameter trimmed: Whether they have lost their indentation, which then makes no difference. Nor do empty lines.
  package static func lines(from old: String, to new: String, trimmed: Bool = true) -> [String] {
    func lines(_ tree: String) -> [String] {
      if trimmed { return tree.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } }
      return tree.isEmpty
        ? [] : tree.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    return all(from: lines(old), to: lines(new)).compactMap { line in
      switch line {
      case .kept: nil
      case .went(let text): "- " + text
      case .came(let text): "+ " + text
      }
    }
  }

  /// The lines of both texts, in their order.
  package static func all(from old: [String], to new: [String]) -> [Line] {
    var (went, came) = (Set<Int>(), Set<Int>())
    for change in new.difference(from: old) {
      switch change {
      case .remove(let place, _, _): went.insert(place)
      case .insert(let place, _, _): came.insert(place)
      }
    }
    var (all, before, after) = ([Line](), 0, 0)
    while before < old.count || after < new.count {
      if went.contains(before) {
        all.append(.went(old[before]))
        before += 1
      } else if came.contains(after) {
        all.append(.came(new[after]))
        after += 1
      } else {
        all.append(.kept(new[after]))
        before += 1
        after += 1
      }
    }
    return all
  }
}
