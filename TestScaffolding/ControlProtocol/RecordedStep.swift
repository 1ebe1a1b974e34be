#if DEBUG
package import ElementTree

/// One step of a recording: what was done to the app, or what is expected of it.
package struct RecordedStep: Codable, Sendable, Equatable {
  /// The element that a step is about.
  package struct Target: Codable, Sendable, Equatable {
    package var role: Role
    package var identifier: String

    package init(role: Role, identifier: String) {
      self.role = role
      self.identifier = identifier
    }
  }

  /// What can be expected of an element, or of the app: the screen that it shows.
  package enum Property: String, Codable, Sendable, CaseIterable {
    case exists, label, value, enabled, screen
  }

  /// What was done, or is expected.
  package enum Deed: Codable, Sendable, Equatable {
    case tap(target: Target)
    /// Appends to the text in the field, or replaces it.
    case type(target: Target, text: String, replaces: Bool)
    case back
    case open(link: String)
    case clock(request: ClockRequest)
    case saveState(name: String)
    /// Has requests answered in a way.
    case network(route: NetworkRoute)
    case clearNetwork
    case reset(request: ResetRequest)
    /// Expects that what the Swift expression finds has the value; `enabled` is "true" or "false", and `exists` has none.
    case expect(query: String, property: Property, value: String?)
  }

  /// The screen on which it happened; nil if the app was busy and may have been leaving it.
  package var screen: String?
  package var deed: Deed

  package init(screen: String?, deed: Deed) {
    self.screen = screen
    self.deed = deed
  }
}

/// The body of `POST /expect`: adds a step to the recording that expects what an element has now.
package struct ExpectRequest: Codable, Sendable, Equatable {
  /// The Swift expression that finds the element, as `GET /queries` gives it.
  package var query: String
  package var property: RecordedStep.Property

  package init(query: String, property: RecordedStep.Property) {
    self.query = query
    self.property = property
  }
}

/// The body of `POST /steps`: takes the place of the steps that were recorded.
package struct StepsRequest: Codable, Sendable, Equatable {
  package var steps: [RecordedStep]
  /// The steps that the client has changed. If they are no longer those of the recording, they stay as they are.
  package var was: [RecordedStep]?

  package init(steps: [RecordedStep], was: [RecordedStep]? = nil) { (self.steps, self.was) = (steps, was) }
}
#endif
