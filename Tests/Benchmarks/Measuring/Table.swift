import Foundation

/// Figures as people read them.
package enum Table {
  /// A title, and below it rows of cells: the first column to the left, the others to the right.
  package static func section(_ title: String, _ head: [String], _ rows: [[String]]) -> String {
    let all = [head] + rows
    let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    let lines = all.map { row in
      zip(row, widths).enumerated().map { index, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return index == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }
    return "\(title)\n" + lines.map { "  \($0)" }.joined(separator: "\n")
  }

  /// A number with so many digits after the point; without, if it is large.
  package static func show(_ number: Double, digits: Int = 1) -> String {
    number.isNaN ? "-" : String(format: "%.\(number.magnitude < 100 ? digits : 0)f", number)
  }
}
