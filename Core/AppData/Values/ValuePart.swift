/// A value file as a part that can be counted and erased.
struct ValuePart: RootedPart {
  let values: ValueFile
  /// Names a value for people by its stored key.
  var key: @Sendable (String) -> String = { $0 }

  var name: String { values.name }
  func inventory() throws -> Inventory { try values.inventory(key: key) }
  var root: Root { values.root }
  var place: String { values.place }
  func erase(in opened: Root.Opened) throws -> ErasureResult { try values.erase(in: opened) }
  func verifyEmpty() throws -> Bool { try values.verifyEmpty() }
}
