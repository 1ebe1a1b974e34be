#if DEBUG
import ObjectMemory

/// Reads a whole picture for words that are addresses of something.
struct PointerScan {
  private let picture: StillPicture

  init(_ picture: StillPicture) { self.picture = picture }

  /// All places whose word is an address in one of the ranges, each with the position of the range. The ranges must not
  /// overlap. Nil if the budget of the picture was spent before all was read, or if there are millions of such places; where
  /// only some regions are read, they are read to the end.
  func places(
    pointingInto ranges: [Range<UInt>], of regions: [StillPicture.Region]? = nil
  ) -> [(place: UInt, range: Int)]? {
    let wanted = ranges.enumerated().map {
      ObjectRange(start: $1.lowerBound, end: $1.upperBound, number: $0)
    }.sorted { $0.start < $1.start }
    let parts = regions?.map { ObjectPart(start: $0.start, end: $0.end, kind: ObjectPartOther) }
    var found: UnsafeMutablePointer<ObjectPlace>?
    let count = ObjectPictureFind(
      picture.pages, wanted, wanted.count, parts, parts?.count ?? 0,
      parts == nil ? picture.budget.end : .max, &found)
    defer { found?.deallocate() }
    guard count >= 0 else { return nil }
    return UnsafeBufferPointer(start: found, count: count).map { ($0.place, Int($0.number)) }
  }
}
#endif
