/// A part of what an app keeps that can be counted and erased on its own.
public protocol DataPart: Sendable {
  /// The part's name, unique in its container.
  var name: String { get }
  /// Lists what the part holds.
  func inventory() throws -> Inventory
  /// Erases what the part holds and answers how much that was and what failed.
  func erase() -> ErasureResult
  /// Looks whether the part holds nothing, where the data is and not in a memory of it.
  func verifyEmpty() throws -> Bool
}
