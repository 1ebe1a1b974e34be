#if DEBUG
/// What a pattern is made of: parts that stand for one thing each, and wildcards.
enum Wildcards {
  /// Whether the items are as the pattern says, from the first to the last. A wildcard stands for any number of items that
  /// one can take.
  static func fit<Part, Item>(
    _ pattern: [Part], _ items: [Item], isWildcard: (Part) -> Bool, takes: (Item) -> Bool = { _ in true },
    isLike: (Part, Item) -> Bool
  ) -> Bool {
    var (part, item) = (0, 0)
    // The last wildcard, and the first item that it has not taken. One before it can leave the rest to this one.
    var last: (part: Int, item: Int)?
    while item < items.count {
      if part < pattern.count, isWildcard(pattern[part]) {
        last = (part, item)
        part += 1
      } else if part < pattern.count, isLike(pattern[part], items[item]) {
        (part, item) = (part + 1, item + 1)
      } else if let wildcard = last, takes(items[wildcard.item]) {
        last = (wildcard.part, wildcard.item + 1)
        (part, item) = (wildcard.part + 1, wildcard.item + 1)
      } else {
        return false
      }
    }
    return pattern[part...].allSatisfy(isWildcard)
  }
}
#endif
