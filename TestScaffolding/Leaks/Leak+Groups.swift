#if DEBUG
extension Leak {
  /// Makes one leak of those that differ only in indexes and generations, in the order of the first ones.
  package static func grouped(_ leaks: [Leak]) -> [Leak] {
    var positions: [Leak: Int] = [:]
    var groups: [Leak] = []
    for leak in leaks {
      let signature = leak.signature
      if let position = positions[signature] {
        groups[position].add(leak)
      } else {
        positions[signature] = groups.count
        groups.append(leak)
      }
    }
    return groups
  }

  /// The leak as one for each generation that it stands for.
  package var byGeneration: [Leak] {
    guard countByGeneration.count > 1 else { return [self] }
    return countByGeneration.compactMap { text, count in Int(text).map { ($0, count) } }.sorted {
      $0.0 < $1.0
    }
    .map { generation, count in
      var part = self
      part.generation = generation
      part.count = count
      part.countByGeneration = ["\(generation)": count]
      part.furtherNames = []
      return part
    }
  }

  /// What is among the suspects, with as many objects as are not among the leaks.
  package static func gone(from suspects: [Leak], in leaks: [Leak]) -> [Leak] {
    func key(_ leak: Leak) -> [String] { [leak.type, withoutIndexes(leak.name)] }
    let left = Dictionary(leaks.map { (key($0), $0.count) }, uniquingKeysWith: +)
    return Dictionary(grouping: suspects, by: key).compactMap { key, same in
      guard var gone = same.first else { return nil }
      gone.count = same.reduce(0) { $0 + $1.count } - left[key, default: 0]
      return gone.count > 0 ? gone : nil
    }.sorted { $0.summary < $1.summary }
  }

  package mutating func add(_ other: Leak) {
    count += other.count
    furtherNames = Array((furtherNames + [other.name] + other.furtherNames).prefix(2))
    generation = [generation, other.generation].compactMap(\.self).min()
    countByGeneration.merge(other.countByGeneration, uniquingKeysWith: +)
    heldFromOutside += other.heldFromOutside
    holds.merge(other.holds, uniquingKeysWith: +)
  }

  /// What is the same for all objects of one mistake.
  private var signature: Leak {
    var same = Leak(
      type: type, name: Self.withoutIndexes(name),
      holders: holders.map { holder in
        LeakHolder(
          holder.kind, LeakPath(holder.path.stations.map(Self.withoutIndexes)), isCertain: holder.isCertain)
      }, advice: advice, isOfProcess: isOfProcess)
    if !hasPath { same.name = "\(name) \(generation ?? 0)" }
    return same
  }

  /// Whether it is an object with a path that may be like another one's; a file or a registered object is itself.
  package var hasPath: Bool { !holders.isEmpty || heldFromOutside > 0 }

  package static func withoutIndexes(_ text: String) -> String {
    text.contains("[") ? text.replacing(/\[(?:key )?(?:[0-9…]+|"[^"]*")\]/, with: "[…]") : text
  }
}
#endif
