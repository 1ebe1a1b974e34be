#if DEBUG
/// The answer to `GET /setup`: with what the app can be begun anew.
public struct SetupReply: Codable, Sendable, Equatable {
  /// One declared flag with what it says now.
  public struct Flag: Codable, Sendable, Equatable {
    public var key: String
    /// The type in the words of Swift: `Bool`.
    public var type: String
    /// The value that holds, as text.
    public var value: String
    /// The layer that the value comes from.
    public var layer: String
    public var summary: String

    public init(key: String, type: String, value: String, layer: String, summary: String) {
      self.key = key
      self.type = type
      self.value = value
      self.layer = layer
      self.summary = summary
    }
  }

  /// One situation that the app can begin in.
  public struct Situation: Codable, Sendable, Equatable {
    public var name: String
    public var summary: String
    /// The launch argument that asks for the situation.
    public var argument: String

    public init(name: String, summary: String, argument: String) {
      self.name = name
      self.summary = summary
      self.argument = argument
    }
  }

  public var generation: Int
  public var flags: [Flag]
  public var situations: [Situation]
  /// The launch arguments that hold now, without those that only the process itself understands.
  public var launchArguments: [String]
  /// The environment variables that a reset has set over those of the process.
  public var launchEnvironment: [String: String]

  public init(
    generation: Int, flags: [Flag], situations: [Situation], launchArguments: [String],
    launchEnvironment: [String: String]
  ) {
    self.generation = generation
    self.flags = flags
    self.situations = situations
    self.launchArguments = launchArguments
    self.launchEnvironment = launchEnvironment
  }
}

/// The answer to `GET /queries`: the Swift expression that finds each element, in the order of `GET /tree`.
public struct QueriesReply: Codable, Sendable, Equatable {
  /// The revision of the tree that the queries are for.
  public var revision: Int
  public var queries: [String]

  public init(revision: Int, queries: [String]) {
    self.revision = revision
    self.queries = queries
  }
}

/// The answer to `GET /contents?part=PART&name=NAME`: the beginning of something that the app keeps.
public struct ContentsReply: Codable, Sendable, Equatable {
  public var part: String
  public var name: String
  public var bytes: Int
  /// The contents or their beginning as text; nothing where they are not shown.
  public var text: String?
  /// What the text is, or why there is none.
  public var note: String

  public init(part: String, name: String, bytes: Int, text: String?, note: String) {
    self.part = part
    self.name = name
    self.bytes = bytes
    self.text = text
    self.note = note
  }
}

/// The answer to `GET /log`: what happened lately; `?after=NUMBER` leaves out what the client has seen.
public struct LogReply: Codable, Sendable, Equatable {
  /// What kind of thing happened.
  public enum Kind: String, Codable, Sendable {
    case action, drawn, reset, refused
  }

  public struct Entry: Codable, Sendable, Equatable {
    /// Counts all that happened from 1, so that a gap shows what was dropped.
    public var number: Int
    /// The time since the log began.
    public var milliseconds: Int
    public var kind: Kind
    public var text: String

    public init(number: Int, milliseconds: Int, kind: Kind, text: String) {
      self.number = number
      self.milliseconds = milliseconds
      self.kind = kind
      self.text = text
    }
  }

  public var entries: [Entry]

  public init(entries: [Entry]) { self.entries = entries }
}

/// The body of `POST /record`: begins a recording anew, or ends it.
public struct RecordRequest: Codable, Sendable, Equatable {
  public var on: Bool

  public init(on: Bool) { self.on = on }
}

/// The answer to `GET /recording` and `POST /record`.
public struct RecordingReply: Codable, Sendable, Equatable {
  public var isOn: Bool
  public var stepCount: Int
  /// The test in Swift; empty before the first recording.
  public var source: String

  public init(isOn: Bool, stepCount: Int, source: String) {
    self.isOn = isOn
    self.stepCount = stepCount
    self.source = source
  }
}
#endif
