#if DEBUG
/// The body of `POST /states`: saves all that the app keeps now under a name.
package struct SaveStateRequest: Codable, Sendable, Equatable {
  /// What the state is called; one that exists is replaced.
  package var name: String
  /// What made the data, in the words of whoever saves them; a later client can tell by it whether the state is its own.
  package var madeBy: String?
  /// The generation that the client means; nothing is saved if another one is current.
  package var generation: Int?

  package init(name: String, madeBy: String? = nil, generation: Int? = nil) {
    self.name = name
    self.madeBy = madeBy
    self.generation = generation
  }
}

/// A named state: data that an app has kept, to which a reset can go.
public struct StateRecord: Codable, Sendable, Equatable {
  public var name: String
  /// Tells this state from an earlier one of the same name.
  public var id: String
  /// The version of the app that made it.
  public var appVersion: String
  /// Whether the running build has made it. Another build's is not used.
  public var isOfThisBuild: Bool
  public var madeBy: String?
  /// How many things each part of the data holds, without empty ones.
  public var parts: [ResetReceipt.Cleared]
  /// Parts that held something which nobody can copy: a reset to the state leaves them empty.
  public var leftOut: [String]

  public init(
    name: String, id: String, appVersion: String, isOfThisBuild: Bool, madeBy: String? = nil,
    parts: [ResetReceipt.Cleared], leftOut: [String] = []
  ) {
    self.name = name
    self.id = id
    self.appVersion = appVersion
    self.isOfThisBuild = isOfThisBuild
    self.madeBy = madeBy
    self.parts = parts
    self.leftOut = leftOut
  }

  /// Where the states of a user are if nobody says otherwise.
  public static func folder(below temporaryFolder: String, user: UInt32) -> String {
    "\(temporaryFolder)/cleanslate-states-\(user)"
  }
}

/// The answer to `POST /states`.
package struct SavedStateReply: Codable, Sendable, Equatable {
  package var generation: Int
  package var screen: String?
  package var state: StateRecord

  package init(generation: Int, screen: String?, state: StateRecord) {
    self.generation = generation
    self.screen = screen
    self.state = state
  }
}

/// The answer to `GET /states` and `DELETE /states/NAME`: the app's states, sorted by name.
public struct StatesReply: Codable, Sendable, Equatable {
  public var states: [StateRecord]

  public init(states: [StateRecord]) { self.states = states }
}
#endif
