import Testing

@testable import CleanSlateCommand

@Suite("The situation among the words for an app")
struct SituationWordsTests {
  @Test(
    "is read as the app reads it",
    arguments: [
      (["--from", "fullBasket", "--plain"], "fullBasket", ["--plain"]),
      (["--plain", "--from=fullBasket", "--from", "here"], "fullBasket", ["--plain"]),
      (["--from", "--plain"], "here", ["--plain"]), (["--plain"], nil, ["--plain"]),
    ] as [([String], String?, [String])])
  func split(words: [String], situation: String?, others: [String]) {
    let read = SituationWords.split(words)
    #expect(read.situation == situation && read.others == others)
  }
}
