/// Exactly these tests of one framework, in the words of `swift test`.
struct TestSelection {
  /// What one call of `swift test` is to run.
  struct Call: Equatable {
    var tests: [ListedTest]
    var words: [String]
  }

  let calls: [Call]

  /// All that the user's own filters give: in the user's own words.
  init(all tests: [ListedTest], by filterWords: [String]) {
    calls = tests.isEmpty ? [] : [Call(tests: tests, words: filterWords)]
  }

  /// Tests in parts of which none has two that XCTest prints alike: what runs in parallel is printed in the order in
  /// which it ends, so that nobody could tell them apart.
  static func apart(_ tests: [ListedTest]) -> [[ListedTest]] {
    var seen: [String: Int] = [:]
    return tests.reduce(into: []) { parts, test in
      let part = seen[test.printedName, default: 0]
      seen[test.printedName] = part + 1
      if parts.count == part { parts.append([]) }
      parts[part].append(test)
    }
  }

  /// Some of them, each by its name.
  ///
  /// Linux takes no argument of more than 128 KiB. SwiftPM hands over the names of XCTest's tests as one, so that a
  /// longer list takes several calls; Swift Testing gets a filter for each piece.
  init(some tests: [ListedTest], argumentLimit: Int = 100_000) {
    var (pieces, room) = ([[ListedTest]](), 0)
    for test in tests {
      let size = test.filter.utf8.count + 1
      if pieces.isEmpty || size > room || test.framework != pieces.last?.last?.framework {
        pieces.append([])
        room = argumentLimit
      }
      pieces[pieces.count - 1].append(test)
      room -= size
    }
    calls = pieces.reduce(into: []) { calls, piece in
      let words = ["--filter", piece.map(\.filter).joined(separator: "|")]
      if let last = calls.last?.tests.last, last.framework == .swiftTesting,
        piece[0].framework == .swiftTesting
      {
        calls[calls.count - 1].tests += piece
        calls[calls.count - 1].words += words
      } else {
        calls.append(Call(tests: piece, words: words))
      }
    }
  }
}
