nonisolated struct TourPage: Equatable, Sendable {
  let title: String
  let text: String
  let picture: String
  let drawing: String

  /// The pages to show: all of them, or only the first for the short tour.
  static func pages(short: Bool) -> [TourPage] {
    short ? [all[0]] : all
  }

  private static let all = [
    TourPage(
      title: "Dinner, nearby",
      text: "Browse the kitchens around you by what you feel like, and see at once what they cost.",
      picture: "A steaming bowl",
      drawing: """
          ) ) )
         ( ( (
        .-------.
         \\     /
          `---'
        """),
    TourPage(
      title: "Every step in sight",
      text: "Follow your order from the stove to your door. You always know when to set the table.",
      picture: "A road from a kitchen to a door",
      drawing: """
           __ )               __
          /  ||              /  \\
         /____\\            /____\\
         | [] |  . . o . .  | __ |
         |____|             |_||_|
        """),
    TourPage(
      title: "Again, please",
      text: "What you liked is two taps away the next time, with the same extras and the same address.",
      picture: "Two arrows that form a ring",
      drawing: """
          .----->--.
         /          \\
        |            |
         \\          /
          '--<-----'
        """),
  ]
}
