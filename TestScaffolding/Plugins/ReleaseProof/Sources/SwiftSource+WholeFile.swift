internal import Foundation

extension SwiftSource {
  /// Returns whether one `#if DEBUG`, without an `#else`, goes around everything in the source but comments.
  package static func isWhollyInsideDebug(_ text: String) -> Bool {
    let code = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
    guard code.first == "#if DEBUG", code.last == "#endif" else { return false }
    var depth = 0
    for (index, line) in code.enumerated() {
      if line.hasPrefix("#if") { depth += 1 }
      if line.hasPrefix("#else"), depth == 1 { return false }
      if line.hasPrefix("#endif") { depth -= 1 }
      if depth == 0 && index < code.count - 1 { return false }
    }
    return depth == 0
  }
}
