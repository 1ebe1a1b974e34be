#if DEBUG
/// The body of `POST /tap`.
package struct TapRequest: Codable, Sendable, Equatable {
  package var id: String
  /// The generation that the client means; the request is refused if another one is current.
  package var generation: Int?
  /// The roles that the client means; an element of another role counts as not found.
  package var roles: [String]?

  package init(id: String, generation: Int? = nil, roles: [String]? = nil) {
    self.id = id
    self.generation = generation
    self.roles = roles
  }
}

/// The body of `POST /type`.
package struct TypeRequest: Codable, Sendable, Equatable {
  package var id: String
  package var text: String
  /// Whether the text replaces the text in the field, instead of being appended to it.
  package var replace: Bool?
  /// Whether Enter is pressed after that, which goes on as the field and its form want it.
  package var enter: Bool?
  package var generation: Int?
  /// The roles that the client means; an element of another role counts as not found.
  package var roles: [String]?

  package init(
    id: String, text: String, replace: Bool? = nil, enter: Bool? = nil, generation: Int? = nil,
    roles: [String]? = nil
  ) {
    self.id = id
    self.text = text
    self.replace = replace
    self.enter = enter
    self.generation = generation
    self.roles = roles
  }
}

/// The body of `POST /back`.
package struct BackRequest: Codable, Sendable, Equatable {
  package var generation: Int?

  package init(generation: Int? = nil) { self.generation = generation }
}

/// The body of a request that takes no fields.
package struct EmptyRequest: Codable, Sendable, Equatable {
  package init() {}
}

/// The body of `POST /open`.
package struct OpenRequest: Codable, Sendable, Equatable {
  package var link: String
  package var generation: Int?

  package init(link: String, generation: Int? = nil) {
    self.link = link
    self.generation = generation
  }
}

/// The body of `POST /reset`. Whatever is left out keeps its value from the latest launch or reset.
package struct ResetRequest: Codable, Sendable, Equatable {
  /// The new launch arguments.
  package var launchArguments: [String]?
  /// The new environment variables, which are added to those of the process.
  package var launchEnvironment: [String: String]?
  /// Whether the app keeps its data.
  package var keepData: Bool?
  /// The named state whose data the app is to begin with; nil for none.
  package var state: String?
  /// The generation that the client means; nothing is reset if another one is current.
  package var generation: Int?

  package init(
    launchArguments: [String]? = nil, launchEnvironment: [String: String]? = nil, keepData: Bool? = nil,
    state: String? = nil, generation: Int? = nil
  ) {
    self.launchArguments = launchArguments
    self.launchEnvironment = launchEnvironment
    self.keepData = keepData
    self.state = state
    self.generation = generation
  }
}

/// The query of `GET /tree` and `GET /resets`. Without it, the answer comes at once.
///
/// `GET /tree?after=7&timeout=2000` is answered as soon as there is a revision above 7, or after 2000 milliseconds with
/// the revision that there is then.
package struct TreeQuery: Sendable, Equatable {
  /// The name of the query item that carries `after`.
  package static let afterName = "after"
  /// The name of the query item that carries `milliseconds`.
  package static let timeoutName = "timeout"
  /// The name of the query item by which a client of `/tree` waits until the app is idle, for so many milliseconds.
  package static let idleName = "idle"
  /// The name of the query item by which a client of another route asks for the tree, too, once the app is idle.
  package static let name = "tree"

  /// The revision, or the number of resets, that the client has seen.
  package var after: Int
  /// How long the client waits for a higher number.
  package var milliseconds: Int

  /// Creates a query.
  package init(after: Int, milliseconds: Int) {
    self.after = after
    self.milliseconds = milliseconds
  }

  /// The query with its question mark, as it follows the path of a request.
  package var text: String { "?\(Self.afterName)=\(after)&\(Self.timeoutName)=\(milliseconds)" }
}

/// The answer to `GET /tree`.
package struct TreeReply: Codable, Sendable, Equatable {
  package var generation: Int
  /// How often this process has drawn its screen. A reset does not start the count again.
  package var revision: Int
  package var tree: ElementRecord
  /// What the app is still busy with; nil if the client has not waited until it is idle.
  package var busy: [String]?

  package init(generation: Int, revision: Int, tree: ElementRecord, busy: [String]? = nil) {
    self.generation = generation
    self.revision = revision
    self.tree = tree
    self.busy = busy
  }
}

/// The answer to an action: the app is idle and drawn again.
package struct ActionReply: Codable, Sendable, Equatable {
  package var generation: Int
  package var screen: String?

  package init(generation: Int, screen: String?) {
    self.generation = generation
    self.screen = screen
  }
}

/// The body of `POST /keys`.
package struct KeysRequest: Codable, Sendable, Equatable {
  /// The keys in order, named as in a `ResetGesture`: `ctrl-r`.
  package var keys: [String]
  package var generation: Int?

  package init(keys: [String], generation: Int? = nil) {
    self.keys = keys
    self.generation = generation
  }
}
#endif
