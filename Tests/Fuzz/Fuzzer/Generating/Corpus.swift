#if DEBUG
import Foundation

/// What inputs are made from: a folder of seeds, and beside it a dictionary in the form that libFuzzer reads.
struct Corpus {
  var seeds: [[UInt8]]
  var words: [[UInt8]]

  /// Reads the seeds in the order of their names, so that all machines make the same inputs of them.
  init(_ target: FuzzTarget, in folder: String) throws {
    let seedFolder = "\(folder)/\(target.rawValue)"
    seeds = try FileManager.default.contentsOfDirectory(atPath: seedFolder).sorted().map {
      Array(try Data(contentsOf: URL(filePath: "\(seedFolder)/\($0)")))
    }
    let dictionary = try String(contentsOfFile: "\(folder)/\(target.rawValue).dict", encoding: .utf8)
    words = try dictionary.split(separator: "\n").filter { $0.hasPrefix("\"") }.map(Self.word)
    try require(!seeds.isEmpty && !words.isEmpty, "there are no seeds or no words in \(folder)")
  }

  /// Reads `"\x0D\x0A"`.
  private static func word(_ line: Substring) throws -> [UInt8] {
    guard let match = line.wholeMatch(of: /"((?:[^"\\]|\\"|\\\\|\\x[0-9A-F]{2})+)"/) else {
      throw FuzzFailure("\(line) is no word of a dictionary")
    }
    var word: [UInt8] = []
    var rest = Array(match.output.1.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
        word.append(byte)
        continue
      }
      guard kind == UInt8(ascii: "x") else {
        word.append(kind)
        continue
      }
      word.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    }
    return word
  }
}
#endif
