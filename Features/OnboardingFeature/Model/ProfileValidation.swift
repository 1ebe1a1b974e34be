nonisolated extension Profile {
  /// What is wrong with the name, in words for the user; nothing when it can be used.
  var nameProblem: String? {
    let trimmed = trimmedName
    if trimmed.isEmpty { return "Please enter your name." }
    if trimmed.count > Self.longestName { return "Please use at most \(Self.longestName) characters." }
    if !trimmed.contains(where: \.isLetter) { return "A name has at least one letter." }
    return nil
  }

  /// What is wrong with the e-mail address, in words for the user; nothing when it can be used.
  var emailProblem: String? {
    let address = trimmedEmail
    if address.isEmpty { return "Please enter your e-mail address." }
    if address.contains(where: \.isWhitespace) { return "An e-mail address has no spaces." }
    let sides = address.split(separator: "@", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return "An e-mail address has one @." }
    if sides[0].isEmpty { return "Something is missing before the @." }
    let labels = sides[1].split(separator: ".", omittingEmptySubsequences: false)
    if sides[1].isEmpty { return "Something is missing after the @." }
    if labels.count < 2 || labels.contains("") { return "The part after the @ looks like example.com." }
    return nil
  }

  var isComplete: Bool { nameProblem == nil && emailProblem == nil }

  var trimmedName: String { name.trimmed }
  var trimmedEmail: String { email.trimmed }

  static var longestName: Int { 40 }
}

extension String {
  fileprivate nonisolated var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
