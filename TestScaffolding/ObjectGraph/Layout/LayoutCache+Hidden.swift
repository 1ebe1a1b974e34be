#if DEBUG
extension LayoutCache {
  /// The steps of a property or a payload that cannot be copied, and whose type the program so keeps to itself.
  func hiddenLayout(of name: MangledName, in type: Metadata, upTo end: UInt, isQuiet: Bool) -> [Step] {
    let found = hiddenTypes.type(behind: name, in: type)
    if let metadata = found?.metadata, metadata.size <= end { return layout(of: metadata, isQuiet: isQuiet) }
    if let value = found?.guarded { return guarded(value, isQuiet: isQuiet) }
    if let found, let steps = synchronized(found.name, in: type, isQuiet: isQuiet) { return steps }
    // In the system's libraries, which come without such symbols, each word of it may be a reference.
    if isQuiet { return [Step(kind: .words, offset: 0, detail: Int32(clamping: end / 8))] }
    return [unknown("a type that cannot be copied")]
  }

  /// The types of the Synchronization library in generic code, where no symbol stands for them: what they guard is a type
  /// that can be asked for.
  private func synchronized(_ name: String, in type: Metadata, isQuiet: Bool) -> [Step]? {
    func value(of module: String) -> Metadata? {
      guard name.hasPrefix("15Synchronization\(module)Vy"), name.hasSuffix("G") else { return nil }
      let value = name.dropFirst("15Synchronization\(module)Vy".count).dropLast()
      // A capital A may stand for a part of the whole name.
      return value.contains("A") ? nil : MangledName.resolved(value, in: type)
    }
    if name.hasPrefix("15Synchronization19AtomicLazyReferenceVy"), name.hasSuffix("G") {
      return [reference()]
    }
    if let value = value(of: "6Atomic") {
      return layout(of: value, isQuiet: isQuiet).filter { $0.kind == .unknown || $0.kind == .enumeration }
    }
    guard let value = value(of: "5Mutex") else { return nil }
    return guarded(value, isQuiet: isQuiet)
  }

  /// The steps of a mutex, which has its lock at the start, and its value after it.
  func guarded(_ value: Metadata, isQuiet: Bool) -> [Step] {
    let offset = aligned(4, to: value.alignmentMask)
    let steps = moved(layout(of: value, isQuiet: isQuiet), by: offset, under: "")
    if steps.isEmpty { return [] }
    return [Step(kind: .guarded, offset: 0, detail: add(InnerLayout(steps: list(steps))))]
  }
}
#endif
