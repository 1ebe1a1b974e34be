#if DEBUG
public import Leaks

/// Reports a reset: each step with its time, what was cleared, what survived and what failed.
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

  /// One part of the app's data, and how many items were cleared from it.
  public struct Cleared: Codable, Sendable, Equatable {
    public var part: String
    public var count: Int

    public init(part: String, count: Int) {
      self.part = part
      self.count = count
    }
  }

  /// The named state that was restored after everything was cleared.
  public struct Restored: Codable, Sendable, Equatable {
    public var state: String
    /// Tells the state from an earlier one of the same name.
    public var id: String
    /// How many things each part of the data got.
    public var parts: [Cleared]

    public init(state: String, id: String, parts: [Cleared]) {
      self.state = state
      self.id = id
      self.parts = parts
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

    /// The part and the item, or the part alone where that is meant as a whole.
    package var name: String { item == part ? part : "\(part) \"\(item)\"" }
  }

  /// What triggered the reset.
  public var trigger: ResetWay
  /// The new generation.
  public var generation: Int
  /// The identifier of the screen afterwards.
  public var screen: String?
  /// The time from the request until the app had settled and was searched for leaks.
  public var nanoseconds: Int
  public var keptData: Bool
  public var steps: [Step]
  public var cleared: [Cleared]
  /// What the app began with instead of nothing; nil if it began with nothing.
  public var restored: Restored?
  /// Parts of the data that were not empty after they had been erased.
  public var survived: [Failure]
  public var failures: [Failure]
  /// Cancelled work that did not end, by name and place in the code.
  public var abandonedWork: [String]
  /// What the new generation was still busy with at the time limit.
  public var busy: [String]
  public var leaks: [Leak]
  /// What was still there after all queued work had run, and went away a little later: no leaks. An object is told by its
  /// type, path and generation, anything else by kind and name.
  public var late: [String]
  /// Objects that outlive their generation because they are the value of a static variable: no leaks.
  public var survivesInStatic: [Leak]
  /// What only the process has and the generations before have changed, whether the reset has put it back or not.
  public var processDifferences: [ProcessDifference]
  /// What the leak walk could not look into, each with its type and the path to it:
  /// `UnsafeMutablePointer<Int> (TicketSession.buffer)`. Whatever is held there can leak unseen.
  public var notLookedInto: [String]
  /// The requests before the reset that nothing answered although somebody had said something about the network; nil if there
  /// were none.
  public var unanswered: [String]?
  /// What the app showed before the reset; nil if the slate is clean.
  public var treeBefore: ElementRecord?
  /// Whether the slate is clean: nothing survived, nothing failed, nothing leaked, and of what only the process has
  /// nothing has changed that was not put back. The app decides it, for everybody who reads the receipt.
  ///
  /// What could not be looked into does not make a slate unclean, because nothing is known to be wrong there; nor do work
  /// that goes on in the new generation and requests that nothing answered, which say nothing of what was left. Who changes
  /// a copy of the receipt does not change what the app has decided.
  public private(set) var isClean: Bool

  /// Creates a receipt and decides whether the slate is clean.
  public init(
    trigger: ResetWay = .controlSocket, generation: Int, screen: String? = nil, nanoseconds: Int,
    keptData: Bool, steps: [Step],
    cleared: [Cleared], restored: Restored? = nil, survived: [Failure],
    failures: [Failure], abandonedWork: [String], busy: [String] = [],
    leaks: [Leak], late: [String] = [], survivesInStatic: [Leak] = [],
    processDifferences: [ProcessDifference] = [],
    notLookedInto: [String], unanswered: [String]? = nil, treeBefore: ElementRecord? = nil
  ) {
    self.trigger = trigger
    self.generation = generation
    self.screen = screen
    self.nanoseconds = nanoseconds
    self.keptData = keptData
    self.steps = steps
    self.cleared = cleared
    self.restored = restored
    self.survived = survived
    self.failures = failures
    self.abandonedWork = abandonedWork
    self.busy = busy
    self.leaks = leaks
    self.late = late
    self.survivesInStatic = survivesInStatic
    self.processDifferences = processDifferences
    self.notLookedInto = notLookedInto
    self.unanswered = unanswered
    self.treeBefore = treeBefore
    isClean =
      survived.isEmpty && failures.isEmpty && abandonedWork.isEmpty && leaks.isEmpty
      && processDifferences.allSatisfy(\.restored)
  }
}

extension Duration {
  /// The duration as it is sent and kept.
  package var wholeNanoseconds: Int {
    Int(components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000)
  }
}

/// The answer to `GET /leaks`.
public struct LeaksReply: Codable, Sendable, Equatable {
  public var generation: Int
  public var leaks: [Leak]
  /// What the leak walk could not look into: as in the receipt of the latest reset, and at restarts of the app's own since.
  public var notLookedInto: [String]

  public init(generation: Int, leaks: [Leak], notLookedInto: [String]) {
    self.generation = generation
    self.leaks = leaks
    self.notLookedInto = notLookedInto
  }
}

/// The answer to `GET /objects`: numbers that must not grow while a test repeats the same steps.
public struct ObjectsReply: Codable, Sendable, Equatable {
  public var generation: Int
  /// The number of instances of each class that the app holds.
  public var counts: [String: Int]
  /// The number of all living instances of each class, whoever holds them; nil unless the query has `living=1`, or if they
  /// cannot be counted.
  public var living: [String: Int]?
  /// The query of `GET /objects` that asks for the living objects, too.
  public static let livingQuery = "?living=1"

  /// The resident memory of the process, apart from files; nil if the system does not tell.
  public var residentBytes: Int?

  public init(generation: Int, counts: [String: Int], living: [String: Int]? = nil, residentBytes: Int?) {
    self.living = living
    self.generation = generation
    self.counts = counts
    self.residentBytes = residentBytes
  }
}

/// The answer to `GET /data`: all the data that the app keeps. Secrets appear only as digests.
public struct DataReply: Codable, Sendable, Equatable {
  /// One kind of data, such as preferences.
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

  /// One item of a part, such as a file.
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

/// The outcome of one reset: a receipt, or the reason why there is none.
package struct ResetRecord: Codable, Sendable, Equatable {
  /// The number of the reset within the process, counted from 1.
  package var number: Int
  package var trigger: ResetWay
  package var receipt: ResetReceipt?
  package var refusal: ErrorReply?
  /// How many descriptors the process had open afterwards; nil if this was not measured.
  package var descriptors: Int?
  /// How much resident memory the process had afterwards, apart from files; nil if this was not measured.
  package var residentBytes: Int?

  package init(
    number: Int, trigger: ResetWay, receipt: ResetReceipt? = nil, refusal: ErrorReply? = nil,
    descriptors: Int? = nil, residentBytes: Int? = nil
  ) {
    self.number = number
    self.trigger = trigger
    self.receipt = receipt
    self.refusal = refusal
    self.descriptors = descriptors
    self.residentBytes = residentBytes
  }
}

/// The answer to `GET /resets`: the outcomes after the number in the query, as far as the app has kept them.
package struct ResetsReply: Codable, Sendable, Equatable {
  /// The number of all resets so far.
  package var count: Int
  package var resets: [ResetRecord]

  package init(count: Int, resets: [ResetRecord]) {
    self.count = count
    self.resets = resets
  }
}
#endif
