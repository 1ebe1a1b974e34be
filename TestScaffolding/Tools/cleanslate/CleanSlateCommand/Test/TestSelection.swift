import Records

/// Exactly these tests of one framework, in the words of the program that holds them.
enum TestSelection {
  /// The tests in pieces, the names of each of which fit into one word: Linux takes no argument of more than 128 KiB.
  static func pieces(_ tests: [TestIdentity], argumentLimit: Int = 100_000) -> [[TestIdentity]] {
    var (pieces, room) = ([[TestIdentity]](), 0)
    for test in tests {
      let size = test.exactFilter.utf8.count + 1
      if pieces.isEmpty || size > room {
        pieces.append([])
        room = argumentLimit
      }
      pieces[pieces.count - 1].append(test)
      room -= size
    }
    return pieces
  }

  /// A regular expression that nothing but these tests matches.
  static func filter(_ tests: [TestIdentity]) -> String { tests.map(\.exactFilter).joined(separator: "|") }
}
