#if DEBUG
import ObjectMemory

/// A hash table from addresses to numbers. It is fast in debug builds, where a dictionary is not specialized.
final class AddressTable {
  private let table = UnsafeMutablePointer<ObjectTable>.allocate(capacity: 1)

  init() { ObjectTableBegin(table, 1_024) }

  deinit {
    ObjectTableEnd(table)
    table.deallocate()
  }

  /// The number for the address, or -1.
  func number(of address: UInt) -> Int32 { ObjectTableNumber(table, address) }

  func set(_ address: UInt, to number: Int32) { ObjectTableSet(table, address, number) }
}
#endif
