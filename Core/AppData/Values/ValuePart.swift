/// A value file as a part that can be counted and erased.
struct ValuePart: DataPart {
  let values: ValueFile
  /// Names a value for people by its stored key.
  var key: @Sendable (String) -> String = { $0 }

  var name: String { values.name }
  func inventory() throws -> Inventory { try values.inventory(key: key) }
  func erase() -> ErasureResult { values.erase() }
  func verifyEmpty() throws -> Bool { try values.verifyEmpty() }
}
