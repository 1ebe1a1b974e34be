import ElementTree

extension Subject {
  /// The app that changes what only its process has; with harm, also what no reset puts back.
  static func meddling(harm: Bool = false) -> Subject {
    let variables = ["HARM": harm ? "1" : "0"]
    return Subject(
      name: "MeddlingApp", variables: variables, longestWalk: harm ? 30 : 100,
      endings: [Start(variables: variables)],
      journey: [.tap(.button, "mask"), .tap(.button, "tokyo"), .tap(.button, "locale")])
  }
}
