import Foundation

/// What a step changed on a screen, in the lines of two trees as text: one element a line.
package enum ScreenChange {
  /// The lines that went, each after a minus, and those that came, each after a plus, without their indentation, in the
  /// order of the screen.
  package static func lines(from old: String, to new: String) -> [String] {
    let (old, new) = (lines(of: old), lines(of: new))
    var (went, came) = (Set<Int>(), Set<Int>())
    for change in new.difference(from: old) {
      switch change {
      case .remove(let place, _, _): went.insert(place)
      case .insert(let place, _, _): came.insert(place)
      }
    }
    var (changes, before, after) = ([String](), 0, 0)
    while before < old.count || after < new.count {
      if went.contains(before) {
        changes.append("- " + old[before])
        before += 1
      } else if came.contains(after) {
        changes.append("+ " + new[after])
        after += 1
      } else {
        before += 1
        after += 1
      }
    }
    return changes
  }

  private static func lines(of tree: String) -> [String] {
    tree.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
