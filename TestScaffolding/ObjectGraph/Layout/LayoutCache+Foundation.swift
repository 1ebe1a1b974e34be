#if DEBUG
import ObjectMemory

/// Objects of Foundation that keep others in memory of C: attributed strings, and the dictionaries of their attributes.
extension LayoutCache {
  /// What is known of such a class: its steps, of which the last two lead out of each object.
  struct Outside {
    let steps: StepList
    let isText: Bool
  }

  /// Notes a class whose objects keep others outside of themselves. Returns false for any other.
  func addOutside(of type: Metadata, _ properties: [Step]) -> Bool {
    let isText = type.ancestor("NSAttributedString") != nil
    guard isText || type.ancestor("_NSCFDictionary") != nil else { return false }
    let label = labels.number(of: isText ? ".attributes" : ".values")
    let words = Step(kind: .words, offset: 0, label: label, detail: 0)
    outside[type.address] = Outside(steps: list(properties + [words, words]), isText: isText)
    return true
  }

  /// The steps of such an object, which are valid until this is called for the next one.
  func steps(_ known: Outside, ofObjectAt address: UInt) -> StepList {
    guard let last = known.steps.start.map({ $0 + known.steps.count - 1 }) else { return .none }
    let words = known.isText ? [Self.runs(ofTextAt: address)] : Self.table(ofDictionaryAt: address)
    for (number, (start, count)) in zip(0..., words) {
      (last - number).pointee.offset = start &- address
      (last - number).pointee.detail = Self.isThere(start, count) ? Int32(count) : 0
    }
    return known.steps
  }

  private typealias Words = (start: UInt, count: UInt)

  private static func isThere(_ start: UInt, _ count: UInt) -> Bool {
    var word: UInt = 0
    return count > 0 && count < 1 << 20 && start & 7 == 0 && ObjectMemoryRead(start, &word, 8)
      && ObjectMemoryRead(start &+ count &* 8 &- 8, &word, 8)
  }

  /// Each run of a text has a length and a dictionary. Before the first one stands, among others, how many there are.
  private static func runs(ofTextAt address: UInt) -> Words {
    let list = possibleWord(possibleWord(address &+ 32) &+ 24)
    return (list &+ 48, possibleWord(list &+ 16) &* 2)
  }

  /// The values and the keys of a hash table, whose size is one of a few.
  private static func table(ofDictionaryAt address: UInt) -> [Words] {
    let sizes: [UInt] = [0, 3, 7, 13, 23, 41, 71, 127, 191, 251, 383, 631, 1_087, 1_723]
    // It may be gone by now.
    let size = Int(possibleWord(address &+ 32) >> 16 & 0xFF)
    let hasKeys = possibleWord(address &+ 24) >> 16 & 4 != 0
    let count = size < sizes.count ? sizes[size] : 0
    return [(possibleWord(address &+ 48), count), (hasKeys ? possibleWord(address &+ 56) : 0, count)]
  }
}
#endif
