/// What moves while the user waits.
enum Waiting {
  static func wheel(_ beat: Int) -> String { ["|", "/", "-", "\\"][beat % 4] }

  /// One to three dots, always as wide.
  static func dots(_ beat: Int) -> String {
    let count = (beat + 2) % 3 + 1
    return String(repeating: ".", count: count) + String(repeating: " ", count: 3 - count)
  }
}
