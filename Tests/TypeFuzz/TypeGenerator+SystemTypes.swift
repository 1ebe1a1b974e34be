extension TypeGenerator {
  mutating func systemType(_ depth: Int, copyable: Bool) -> Generated {
    let inner = value(depth - 1, copyable: copyable)
    let object = target()
    let plant = [Plant(id: object, hold: .strong)]
    switch Int.random(in: 0..<(inner.isCopyable ? 8 : 4), using: &random) {
    case 0 where !copyable:
      return made(
        Generated(
          type: "Mutex<\(inner.type)>", value: "Mutex(\(inner.value))", plants: inner.plants,
          isCopyable: false))
    case 1 where !copyable:
      return made(
        Generated(
          type: "AtomicLazyReference<T\(object)>", value: "lazily", plants: plant, isCopyable: false),
        after: ["let lazily = AtomicLazyReference<T\(object)>()", "_ = lazily.storeIfNil(T\(object)())"])
    case 2 where !copyable:
      return made(
        Generated(
          type: "Unique<\(inner.type)>", value: "Unique(\(inner.value))", plants: inner.plants,
          isCopyable: false))
    case 0...3:
      let type = one(of: ["AnyKeyPath", "KeyPath<Keys, Int>"])
      return made(Generated(type: type, value: "\\Keys[T\(object)()]", plants: plant))
    case 4:
      return made(
        Generated(
          type: "CountedBuffer<\(inner.type)>", value: "CountedBuffer.of(\(inner.value))",
          plants: inner.plants, isClass: true))
    case 5:
      return made(
        Generated(type: "AsyncStream<\(inner.type)>", value: "stream.stream", plants: inner.plants),
        after: [
          "let stream = AsyncStream.makeStream(of: (\(inner.type)).self)",
          "stream.continuation.yield(\(inner.value))",
        ])
    case 6:
      return made(
        Generated(
          type: "Observed<\(inner.type)>", value: "Observed(\(inner.value))", plants: inner.plants,
          isClass: true))
    default:
      return made(
        Generated(
          type: "Ward<\(inner.type)>", value: "Ward(\(inner.value))", plants: inner.plants, isClass: true))
    }
  }
}
