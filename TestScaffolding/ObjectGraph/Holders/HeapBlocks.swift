#if DEBUG
import ObjectMemory

/// The memory blocks in a picture that are in use, as the C library of Linux lays them out.
struct HeapBlocks {
  private let picture: StillPicture

  init(_ picture: StillPicture) { self.picture = picture }

  /// Whether no heap was found, as with the allocator of a sanitizer.
  var isEmpty: Bool { !ObjectPictureHasHeaps(picture.pages) }

  /// Whether all blocks are known: each heap could be followed from its beginning to its end.
  var isWhole: Bool { ObjectPictureHasWholeHeaps(picture.pages) }

  /// The block that contains the address.
  func block(of address: UInt) -> (start: UInt, size: UInt)? {
    var (start, size): (UInt, UInt) = (0, 0)
    return ObjectPictureBlock(picture.pages, address, &start, &size) ? (start, size) : nil
  }

  /// The blocks that look like objects, by what could be their type; nil if there was no time to look at all of them.
  func kinds() -> [ObjectKind]? {
    var kinds: UnsafeMutablePointer<ObjectKind>?
    let count = ObjectPictureKinds(picture.pages, picture.budget.end, &kinds)
    defer { kinds?.deallocate() }
    return count < 0 ? nil : Array(UnsafeBufferPointer(start: kinds, count: count))
  }
}
#endif
