/// Steps, and the start of the reset at their end.
struct Walk: Sendable, Hashable {
  var steps: [Step]
  var ending: Start
}
