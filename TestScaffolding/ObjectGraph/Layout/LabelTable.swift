#if DEBUG
import ObjectMemory

/// Assigns small numbers to the parts of a path, such as `.items` or `[0].owner`.
final class LabelTable {
  /// A placeholder for the index of an element; it occurs in no name.
  static let position: Character = "\u{1}"

  private var texts: [String] = [""]
  private var numbers: [String: Int32] = ["": 0]
  /// The labels that consist of two others, where a walk finds them.
  private let joined: UnsafeMutablePointer<ObjectTable>

  init(joined: UnsafeMutablePointer<ObjectTable>) { self.joined = joined }

  subscript(number: Int32) -> String { texts[Int(number)] }

  func number(of text: String) -> Int32 {
    if let known = numbers[text] { return known }
    let number = Int32(texts.count)
    texts.append(text)
    numbers[text] = number
    return number
  }

  func join(_ outer: Int32, _ inner: Int32) -> Int32 {
    if outer == 0 { return inner }
    if inner == 0 { return outer }
    let key = UInt(bitPattern: Int(outer)) &<< 32 | UInt(bitPattern: Int(inner))
    let known = ObjectTableNumber(joined, key)
    if known >= 0 { return known }
    let number = number(of: self[outer] + self[inner])
    ObjectTableSet(joined, key, number)
    return number
  }
}
#endif
