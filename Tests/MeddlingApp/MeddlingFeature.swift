import AppRuntime
import ElementTree
import Observation

/// A list of things to change, with what they are now. With the variable `HARM` it also has those that no reset puts
/// back.
struct MeddlingFeature: FeaturePlugin {
  func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    MeddlingSession(environment: environment)
  }
}

enum MeddlingField: String { case variable }

@Observable
final class MeddlingSession: FeatureSession {
  private var state: ProcessView
  private var text = ""
  @ObservationIgnored private let environment: AppEnvironment
  @ObservationIgnored private let home: String

  init(environment: AppEnvironment) {
    self.environment = environment
    home = environment.launch.environment["HOME"] ?? "no home"
    state = ProcessView(home: home)
  }

  var body: Element {
    Screen("meddling", title: "Meddling") {
      TextField("Variable", id: MeddlingField.variable, text: text)
      for change in Change.allCases { Button(change.rawValue, id: change) }
      if environment.launch.environment["HARM"] == "1" {
        for harm in Harm.allCases { Button(harm.rawValue, id: harm) }
      }
      for (index, line) in state.lines.enumerated() { Text(line, id: "line-\(index)") }
    }.element
  }

  func tap(_ action: MeddlingAction) {
    switch action {
    case .change(let change): change.make(in: environment)
    case .harm(let harm): harm.make()
    }
    state = ProcessView(home: home)
  }

  func edit(_ field: MeddlingField, to text: String) {
    self.text = text
    ProcessView.setVariable(text)
    state = ProcessView(home: home)
  }
}

enum MeddlingAction: RawRepresentable {
  case change(Change), harm(Harm)

  init?(rawValue name: String) {
    guard let action = Change(rawValue: name).map(Self.change) ?? Harm(rawValue: name).map(Self.harm) else {
      return nil
    }
    self = action
  }

  var rawValue: String {
    switch self {
    case .change(let change): change.rawValue
    case .harm(let harm): harm.rawValue
    }
  }
}
