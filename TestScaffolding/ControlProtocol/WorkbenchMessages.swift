#if DEBUG
/// The answer to `GET /setup`: the flags, situations and links that the app can be started with.
package struct SetupReply: Codable, Sendable, Equatable {
  /// One declared flag with its current value.
  package struct Flag: Codable, Sendable, Equatable {
    package var key: String
    /// The name of the type in Swift: `Bool`.
    package var type: String
    /// The current value, as text.
    package var value: String
    /// The layer that the value comes from.
    package var layer: String
    package var summary: String

    package init(key: String, type: String, value: String, layer: String, summary: String) {
      self.key = key
      self.type = type
      self.value = value
      self.layer = layer
      self.summary = summary
    }
  }

  /// One situation that the app can start in.
  package struct Situation: Codable, Sendable, Equatable {
    package var name: String
    package var summary: String
    /// The launch argument that asks for the situation.
    package var argument: String

    package init(name: String, summary: String, argument: String) {
      self.name = name
      self.summary = summary
      self.argument = argument
    }
  }

  /// One link that leads to a screen of the app, as an example.
  package struct Link: Codable, Sendable, Equatable {
    /// The whole link: `storefront://shop/basket`.
    package var link: String
    package var summary: String

    package init(link: String, summary: String) {
      self.link = link
      self.summary = summary
    }
  }

  package var generation: Int
  package var flags: [Flag]
  package var situations: [Situation]
  package var links: [Link]
  /// The current launch arguments, without those that apply only to this process.
  package var launchArguments: [String]
  /// The environment variables that a reset has set, in addition to those of the process.
  package var launchEnvironment: [String: String]
  package var clock: ClockState

  package init(
    generation: Int, flags: [Flag], situations: [Situation], links: [Link], launchArguments: [String],
    launchEnvironment: [String: String], clock: ClockState
  ) {
    self.generation = generation
    self.flags = flags
    self.situations = situations
    self.links = links
    self.launchArguments = launchArguments
    self.launchEnvironment = launchEnvironment
    self.clock = clock
  }
}

/// The answer to `GET /queries`: the Swift expression that finds each element, in the order of `GET /tree`.
package struct QueriesReply: Codable, Sendable, Equatable {
  /// The revision of the tree that the queries are for.
  package var revision: Int
  package var queries: [String]

  package init(revision: Int, queries: [String]) {
    self.revision = revision
    self.queries = queries
  }
}

/// The answer to `GET /contents?part=PART&name=NAME`: the beginning of one item of the app's data.
package struct ContentsReply: Codable, Sendable, Equatable {
  package var part: String
  package var name: String
  package var bytes: Int
  /// The beginning of the contents, as text; nil if they are not shown.
  package var text: String?
  /// What kind of text this is, or why there is none.
  package var note: String

  package init(part: String, name: String, bytes: Int, text: String?, note: String) {
    self.part = part
    self.name = name
    self.bytes = bytes
    self.text = text
    self.note = note
  }
}

/// The answer to `GET /log`: the latest events. `?after=NUMBER` leaves out those that the client has seen.
package struct LogReply: Codable, Sendable, Equatable {
  /// The kind of an event.
  package enum Kind: String, Codable, Sendable {
    case action, drawn, reset, refused
  }

  /// One event of the app.
  package struct Entry: Codable, Sendable, Equatable {
    /// The number of the event, counted from 1. A gap means that events were dropped.
    package var number: Int
    /// When it happened, in milliseconds since 1970.
    package var unixMilliseconds: Int
    package var kind: Kind
    package var text: String

    package init(number: Int, unixMilliseconds: Int, kind: Kind, text: String) {
      self.number = number
      self.unixMilliseconds = unixMilliseconds
      self.kind = kind
      self.text = text
    }
  }

  package var entries: [Entry]
  /// When somebody last did something in the app or reset it, in milliseconds since 1970.
  package var lastDeed: Int?

  package init(entries: [Entry], lastDeed: Int? = nil) { (self.entries, self.lastDeed) = (entries, lastDeed) }
}

/// The body of `POST /record`: starts a new recording, or ends the current one.
package struct RecordRequest: Codable, Sendable, Equatable {
  package var on: Bool

  package init(on: Bool) { self.on = on }
}

/// The answer to `GET /recording`, `POST /record`, `POST /expect` and `POST /steps`. `?name=NAME` gives the test another name.
package struct RecordingReply: Codable, Sendable, Equatable {
  package var isOn: Bool
  package var stepCount: Int
  /// The test in Swift; empty before the first recording.
  package var source: String
  /// The file that the test belongs in, from the root of the package.
  package var file: String
  /// Why the test may fail although the app is right.
  package var warnings: [String]
  package var steps: [RecordedStep]
  /// What the app was started with when the recording began.
  package var launchArguments: [String]
  package var launchEnvironment: [String: String]

  /// The name of the query item that carries the name of the test.
  package static let nameQuery = "name"

  package init(
    isOn: Bool, stepCount: Int, source: String, file: String, warnings: [String], steps: [RecordedStep],
    launchArguments: [String], launchEnvironment: [String: String]
  ) {
    self.steps = steps
    self.launchArguments = launchArguments
    self.launchEnvironment = launchEnvironment
    self.isOn = isOn
    self.stepCount = stepCount
    self.source = source
    self.file = file
    self.warnings = warnings
  }
}

/// A test that has failed and waits, so that somebody can look at its app.
public struct PauseNote: Codable, Sendable, Equatable {
  public var test: String
  /// What went wrong.
  public var message: String
  /// The statement that failed, as in `BasketTests.swift:7`.
  public var place: String?

  public init(test: String, message: String, place: String? = nil) {
    self.test = test
    self.message = message
    self.place = place
  }
}

/// The body of `POST /pause`: one of its fields.
package struct PauseRequest: Codable, Sendable, Equatable {
  /// Says that a test waits, in the place of what was said before.
  package var begin: PauseNote?
  /// Lets the test go on.
  package var end: Bool?
  /// Is answered once no test waits any more.
  package var untilEnd: Bool?

  package init(begin: PauseNote? = nil, end: Bool? = nil, untilEnd: Bool? = nil) {
    self.begin = begin
    self.end = end
    self.untilEnd = untilEnd
  }
}

/// The answer to `GET /shown?step=NUMBER`, of which 0 is the first step of the recording.
package struct ShownReply: Codable, Sendable, Equatable {
  /// What the app showed before the step; nil if it was busy then, or the steps were changed since.
  package var tree: ElementRecord?

  package init(tree: ElementRecord?) { self.tree = tree }
}
#endif
