import ElementTree

extension Step {
  /// Steps that do less, the simplest first.
  var simpler: [Step] {
    switch self {
    case .tap, .back, .open: []
    case .rush(let role, let identifier): [.tap(role, identifier)]
    case .type(let role, let identifier, let text, let replaces):
      ["", "a"].filter { $0 != text && text.count > $0.count }.map {
        .type(role, identifier, text: $0, replaces: true)
      } + (replaces ? [] : [.type(role, identifier, text: text, replaces: true)])
    case .reset(let start, let keepsData):
      start.simpler.map { .reset($0, keepsData: keepsData) }
        + (keepsData ? [.reset(start, keepsData: false)] : [])
    }
  }
}

extension Start {
  /// Starts that say less.
  var simpler: [Start] {
    var simpler: [Start] = []
    let plain = Start(variables: variables)
    if self != plain { simpler.append(plain) }
    if !arguments.isEmpty, plain.language != language || plain.timeZone != timeZone {
      simpler.append(Start(arguments: arguments, variables: variables))
    }
    for index in arguments.indices where arguments.count > 1 {
      var fewer = self
      fewer.arguments.remove(at: index)
      simpler.append(fewer)
    }
    return simpler
  }
}
