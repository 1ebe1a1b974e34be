#if DEBUG
import OperatingSystem
import ToolOptions

/// `--from`, which is an option of the apps: a situation of the start page.
enum SituationWords {
  static let from = "--from"
  /// With the data that is there.
  static let here = "here"

  /// Whether the words say which data the app begins with.
  static func haveData(_ words: GivenWords) -> Bool {
    words.has(DriveOption.keepData.name) || words.has(DriveOption.state.name)
  }

  static func check(_ words: GivenWords) throws(UsageError) {
    guard !words.has(DriveOption.keepData.name) || !words.has(DriveOption.state.name) else {
      throw UsageError(
        description: "'--keep-data' and '--state' exclude each other: a state has data of its own.")
    }
    guard haveData(words), let situation = words.value(of: from) ?? split(words.rest).situation,
      situation != here
    else { return }
    let (option, data) =
      words.has(DriveOption.keepData.name)
      ? (DriveOption.keepData.name, "that are there") : (DriveOption.state.name, "of the state")
    throw UsageError(
      description: "'\(option)' and '--from \(situation)' exclude each other: a situation erases the data. "
        + "'--from here' begins with the data \(data).")
  }

  /// The situation that the words for an app name, which is the first one, and the words without any.
  static func split(_ words: [String]) -> (situation: String?, others: [String]) {
    let words = CommandWord.all(in: words) { $0 == from ? ($0, true) : nil }
    let named = words.first { $0.option != nil }
    return (named.map { $0.value ?? here }, words.filter { $0.option == nil }.flatMap(\.written))
  }
}
#endif
