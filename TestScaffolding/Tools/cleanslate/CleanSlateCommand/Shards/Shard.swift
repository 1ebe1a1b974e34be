import ToolOptions

/// A part of a run: one of so many, counted from 1.
struct Shard: Codable, Equatable, CustomStringConvertible {
  let number: Int
  let total: Int

  var description: String { "\(number)/\(total)" }
}

/// What `--shard` asks for.
enum ShardChoice: Equatable {
  case fixed(Shard)
  /// As the CI engine says.
  case automatic

  private static let mostShards = 10_000

  init(_ text: String) throws(UsageError) {
    if text == "auto" {
      self = .automatic
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let total = parts[1] else {
      throw UsageError(
        description: "'--shard \(text)' is no shard: expected '--shard 2/5' or '--shard auto'.")
    }
    guard total > 0, (1...total).contains(number) else {
      let right =
        total > 0 ? "the shards of \(total) are 1/\(total) to \(total)/\(total)" : "they begin at 1/1"
      throw UsageError(description: "'--shard \(text)': there is no such shard; \(right).")
    }
    guard total <= Self.mostShards else {
      throw UsageError(description: "'--shard \(text)': there are \(Self.mostShards) shards at most.")
    }
    self = .fixed(Shard(number: number, total: total))
  }

  func shard(in environment: [String: String]) throws(UsageError) -> Shard {
    switch self {
    case .fixed(let shard): shard
    case .automatic: try ShardEngine.shard(in: environment)
    }
  }
}
