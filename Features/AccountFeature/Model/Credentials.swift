/// What a person types to sign in.
nonisolated struct Credentials: Equatable, Sendable {
  var email = ""
  var password = ""

  var trimmedEmail: String {
    guard let first = email.firstIndex(where: { !$0.isWhitespace }),
      let last = email.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(email[first...last])
  }

  /// What is wrong with the address so far, in words for the person who types.
  var emailProblem: String? {
    let address = trimmedEmail
    if address.isEmpty || address.wholeMatch(of: /[^@\s]+@[^@\s.]+(\.[^@\s.]+)+/) != nil { return nil }
    return "An e-mail address looks like ada@example.com."
  }

  var hasUsableEmail: Bool { !trimmedEmail.isEmpty && emailProblem == nil }
  var areComplete: Bool { hasUsableEmail && !password.isEmpty }
}
