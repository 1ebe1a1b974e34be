#if DEBUG
/// Reads the key of an entry of a dictionary for a report.
enum DictionaryKey {
  /// The key where it is text or a number; an ellipsis for others, as sets and dictionaries have no order.
  static func text(in walk: Walk, _ node: Int32, bucket: Int32) -> String? {
    let layout = walk.layout(node).pointee
    guard bucket >= 0 else { return nil }
    switch layout.shape {
    case .fields, .array, .managedBuffer, .error, .genericClosure, .keyPath, .task: return nil
    case .set: return "…"
    case .dictionary: break
    }
    let storage = HashedStorage(at: walk[node].address, isDictionary: true)
    let key = storage.keys &+ UInt(bitPattern: Int(bucket)) &* layout.stride
    let type = Metadata(layout.metadata).genericArgument(0).type
    if type == String.self { return UnsafePointer<String>(bitPattern: key).map { "\"\($0.pointee)\"" } }
    if type == Int.self { return UnsafePointer<Int>(bitPattern: key).map { "\($0.pointee)" } }
    return "…"
  }
}
#endif
