import ElementTree

extension Subject {
  /// The app that makes mistakes, with one of them; without any for an empty name.
  static func forgetful(_ slip: String) -> Subject {
    let variables = ["SLIP": slip]
    return Subject(
      name: "ForgetfulApp", variables: variables, longestWalk: 30,
      endings: [Start(variables: variables)],
      journey: [.tap(.toggle, "remember"), .tap(.button, "history"), .back])
  }
}
