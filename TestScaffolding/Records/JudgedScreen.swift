/// What an audit has found in a screen, as the record of a test has it.
package struct JudgedScreen: Codable, Equatable, Sendable {
  package struct Finding: Codable, Equatable, Sendable {
    package let rule: String
    package let element: String
    package let message: String

    package init(rule: String, element: String, message: String) {
      (self.rule, self.element, self.message) = (rule, element, message)
    }
  }

  package let screen: String
  package let findings: [Finding]
  /// What nobody could judge.
  package let notJudged: [String]

  package init(screen: String, findings: [Finding], notJudged: [String]) {
    (self.screen, self.findings, self.notJudged) = (screen, findings, notJudged)
  }
}
