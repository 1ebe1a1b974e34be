/// Takes away from a list what a failure does not need.
struct Shrinker<Item> {
  /// Returns whether the failure is still there.
  let fails: ([Item]) throws -> Bool
  /// How many lists may be tried.
  let limit: Int
  private var tries = 0

  init(limit: Int = 400, fails: @escaping ([Item]) throws -> Bool) {
    self.limit = limit
    self.fails = fails
  }

  /// Returns a list from which no item can go, by taking out runs that get shorter and shorter.
  mutating func shrink(_ items: [Item]) throws -> [Item] {
    var kept = items
    var length = max(1, kept.count / 2)
    while true {
      var hasShrunk = false
      var start = 0
      while start < kept.count, tries < limit {
        var shorter = kept
        shorter.removeSubrange(start..<min(start + length, kept.count))
        tries += 1
        if try fails(shorter) {
          kept = shorter
          hasShrunk = true
        } else {
          start += length
        }
      }
      if tries >= limit || (length == 1 && !hasShrunk) { return kept }
      if length > 1 { length /= 2 }
    }
  }
}
