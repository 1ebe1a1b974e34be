#if DEBUG
/// What a reset did: each step with its time, what was cleared, what survived and what failed.
public struct ResetReceipt: Codable, Sendable, Equatable {
  /// One step of a reset.
  public struct Step: Codable, Sendable, Equatable {
    public var name: String
    public var nanoseconds: Int

    public init(name: String, nanoseconds: Int) {
      self.name = name
      self.nanoseconds = nanoseconds
    }
  }

  /// One part of what the app keeps, and how many things were cleared from it.
  public struct Cleared: Codable, Sendable, Equatable {
    public var part: String
    public var count: Int

    public init(part: String, count: Int) {
      self.part = part
      self.count = count
    }
  }

  /// Something that could not be cleared or checked.
  public struct Failure: Codable, Sendable, Equatable {
    public var part: String
    public var item: String
    public var reason: String

    public init(part: String, item: String, reason: String) {
      self.part = part
      self.item = item
      self.reason = reason
    }
  }

  /// What asked for the reset.
  public var trigger: ResetTrigger
  /// The generation that the reset brought up.
  public var generation: Int
  /// The identifier of the screen that it shows.
  public var screen: String?
  /// The time from the request to the drawn screen.
  public var nanoseconds: Int
  public var keptData: Bool
  public var steps: [Step]
  public var cleared: [Cleared]
  /// Parts of the data that were not empty after they had been erased.
  public var survived: [Failure]
  public var failures: [Failure]
  /// Work that went on although it was cancelled, by name and place.
  public var abandonedWork: [String]
  /// What the new generation is still busy with at the time limit.
  public var busy: [String]
  public var leaks: [LeakRecord]
  /// What the leak walk could not look into, each a type and the path to it:
  /// `UnsafeMutablePointer<Int> (TicketSession.buffer)`. What is held there can leak unseen.
  public var notLookedInto: [String]

  public init(
    trigger: ResetTrigger = .controlSocket, generation: Int, screen: String? = nil, nanoseconds: Int,
    keptData: Bool, steps: [Step],
    cleared: [Cleared], survived: [Failure],
    failures: [Failure], abandonedWork: [String], busy: [String] = [],
    leaks: [LeakRecord], notLookedInto: [String]
  ) {
    self.trigger = trigger
    self.generation = generation
    self.screen = screen
    self.nanoseconds = nanoseconds
    self.keptData = keptData
    self.steps = steps
    self.cleared = cleared
    self.survived = survived
    self.failures = failures
    self.abandonedWork = abandonedWork
    self.busy = busy
    self.leaks = leaks
    self.notLookedInto = notLookedInto
  }

  /// Whether the slate is clean: nothing survived, nothing failed, nothing leaked.
  ///
  /// What could not be looked into does not count: nothing is known to be wrong with it.
  public var isClean: Bool { survived.isEmpty && failures.isEmpty && abandonedWork.isEmpty && leaks.isEmpty }
}

/// Something of an older generation that is still there: an object that is alive, a descriptor, a thread.
public struct LeakRecord: Codable, Sendable, Hashable, CustomStringConvertible {
  /// The class of the object, or what else it is: `descriptor`, `thread`, `child process`, `temporary file`.
  public var type: String
  /// How the object was reached, or what it was registered as; the path or name of anything else.
  public var name: String
  public var generation: Int
  /// Who holds the object and what it holds, a line each.
  public var holders: [String]

  public init(type: String, name: String, generation: Int, holders: [String] = []) {
    self.type = type
    self.name = name
    self.generation = generation
    self.holders = holders
  }

  /// What it is, on one line.
  public var summary: String { "\(type) (\(name), generation \(generation))" }

  public var description: String { ([summary] + holders).joined(separator: "\n  ") }
}

/// The answer to `GET /leaks`.
public struct LeaksReply: Codable, Sendable, Equatable {
  public var generation: Int
  public var leaks: [LeakRecord]
  /// What the walk of the generation before could not look into, as the receipt of its reset has it.
  public var notLookedInto: [String]

  public init(generation: Int, leaks: [LeakRecord], notLookedInto: [String]) {
    self.generation = generation
    self.leaks = leaks
    self.notLookedInto = notLookedInto
  }
}

/// The answer to `GET /objects`: what must not add up while the same thing is repeated.
public struct ObjectsReply: Codable, Sendable, Equatable {
  public var generation: Int
  /// The number of instances of each class that the app holds.
  public var counts: [String: Int]
  /// The memory of the process that is in use; nil where the system does not tell.
  public var residentBytes: Int?

  public init(generation: Int, counts: [String: Int], residentBytes: Int?) {
    self.generation = generation
    self.counts = counts
    self.residentBytes = residentBytes
  }
}

/// The answer to `GET /data`: every part of what the app keeps; of secrets only digests.
public struct DataReply: Codable, Sendable, Equatable {
  public struct Part: Codable, Sendable, Equatable {
    public var name: String
    public var count: Int
    public var digest: String
    public var entries: [Entry]

    public init(name: String, count: Int, digest: String, entries: [Entry]) {
      self.name = name
      self.count = count
      self.digest = digest
      self.entries = entries
    }
  }

  public struct Entry: Codable, Sendable, Equatable {
    public var name: String
    public var bytes: Int
    public var digest: String

    public init(name: String, bytes: Int, digest: String) {
      self.name = name
      self.bytes = bytes
      self.digest = digest
    }
  }

  public var generation: Int
  public var parts: [Part]

  public init(generation: Int, parts: [Part]) {
    self.generation = generation
    self.parts = parts
  }
}
#endif
