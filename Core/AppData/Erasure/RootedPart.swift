/// A part that is kept below a root of the container.
protocol RootedPart: DataPart {
  var root: Root { get }
  /// Where the part is, for people.
  var place: String { get }
  /// Erases the part in its root, which has been checked to be the container's own.
  func erase(in opened: Root.Opened) throws -> ErasureResult
}

extension RootedPart {
  func erase() -> ErasureResult {
    erase(in: Result { try root.openedForErasing() })
  }

  /// Erases the part, or answers why its root may not be touched.
  func erase(in checked: Result<Root.Opened?, any Error>) -> ErasureResult {
    do {
      guard let opened = try checked.get() else { return ErasureResult(part: name, count: 0) }
      return try erase(in: opened)
    } catch {
      return ErasureResult(
        part: name, count: 0, failures: [ErasureFailure(item: place, reason: "\(error)")])
    }
  }
}

extension ErasureFailure {
  static func wasNoFolder(_ place: String) -> ErasureFailure {
    ErasureFailure(
      item: place, reason: "it was no folder but a link or a file; that itself is erased, nothing behind it")
  }
}
