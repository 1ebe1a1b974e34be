#if DEBUG
import TestSupport

/// Makes inputs from seeds: each is a seed with a few changes.
struct Mutator {
  static let longestInput = 80 << 10

  private let seeds: [[UInt8]]
  private let words: [[UInt8]]
  private var random: SeededGenerator

  init(_ corpus: Corpus, seed: UInt64) {
    seeds = corpus.seeds
    words = corpus.words
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> [UInt8] {
    var input = pick(from: seeds)
    for _ in 0..<Int.random(in: 0...6, using: &random) { change(&input) }
    return Array(input.prefix(Self.longestInput))
  }

  private mutating func change(_ input: inout [UInt8]) {
    let place = Int.random(in: 0...input.count, using: &random)
    let end = min(input.count, place + Int.random(in: 1...16, using: &random))
    switch Int.random(in: 0..<9, using: &random) {
    case 0 where place < input.count: input[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where place < input.count: input[place] = UInt8.random(in: 0...255, using: &random)
    case 2:
      let junk = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      input.insert(contentsOf: junk, at: place)
    case 3, 4: input.insert(contentsOf: pick(from: words), at: place)
    case 5: input.removeSubrange(place..<end)
    case 6: input.removeSubrange(place...)
    case 7: input = input[..<place] + pick(from: seeds).suffix(input.count + 40)
    default: repeatPart(place..<end, of: &input)
    }
  }

  /// Mostly a few times, and now and then up to the longest input.
  private mutating func repeatPart(_ range: Range<Int>, of input: inout [UInt8]) {
    guard !range.isEmpty else { return }
    let most = Int.random(in: 0..<200, using: &random) == 0 ? Self.longestInput / range.count : 8
    let part = Array(input[range])
    let count = Int.random(in: 1...most, using: &random)
    input.insert(contentsOf: repeatElement(part, count: count).joined(), at: range.lowerBound)
  }

  private mutating func pick(from list: [[UInt8]]) -> [UInt8] { list.randomElement(using: &random) ?? [] }
}
#endif
