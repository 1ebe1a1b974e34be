import Testing

@testable import OnboardingFeature

@Suite("A profile")
struct ProfileValidationTests {
  private static let longest = String(repeating: "a", count: 40)

  @Test(
    "says what is wrong with a name",
    arguments: [
      ("", "Please enter your name."),
      (" \t ", "Please enter your name."),
      (longest + "b", "Please use at most 40 characters."),
      ("1984", "A name has at least one letter."),
      ("👩‍👩‍👧", "A name has at least one letter."),
    ])
  func badName(name: String, problem: String) {
    #expect(Profile(name: name).nameProblem == problem)
  }

  @Test("takes any name with a letter", arguments: ["A", "  Ada  ", "Zoë", "家族", "O'Neill 3rd", longest])
  func goodName(name: String) {
    #expect(Profile(name: name).nameProblem == nil)
  }

  @Test(
    "says what is wrong with an e-mail address",
    arguments: [
      ("", "Please enter your e-mail address."),
      ("  ", "Please enter your e-mail address."),
      ("ada at example.com", "An e-mail address has no spaces."),
      ("ada", "An e-mail address has one @."),
      ("ada@@example.com", "An e-mail address has one @."),
      ("a@b@example.com", "An e-mail address has one @."),
      ("@example.com", "Something is missing before the @."),
      ("@", "Something is missing before the @."),
      ("ada@", "Something is missing after the @."),
      ("ada@example", "The part after the @ looks like example.com."),
      ("ada@.com", "The part after the @ looks like example.com."),
      ("ada@example.", "The part after the @ looks like example.com."),
      ("ada@a..b", "The part after the @ looks like example.com."),
    ])
  func badEmail(email: String, problem: String) {
    #expect(Profile(email: email).emailProblem == problem)
  }

  @Test(
    "takes an address of the usual form",
    arguments: ["a@b.c", " ada@example.com ", "ada+food@mail.example.com"]
  )
  func goodEmail(email: String) {
    #expect(Profile(email: email).emailProblem == nil)
  }

  @Test("is complete when both can be used, and leaves out blanks around them")
  func complete() {
    #expect(!Profile().isComplete)
    #expect(!Profile(name: "Ada").isComplete)
    #expect(!Profile(email: "ada@example.com").isComplete)
    let profile = Profile(name: "  Ada  Lovelace ", email: "\tada@example.com ")
    #expect(profile.isComplete)
    #expect(profile.trimmedName == "Ada  Lovelace")
    #expect(profile.trimmedEmail == "ada@example.com")
  }
}
