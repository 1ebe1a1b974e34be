#if DEBUG
/// The body of `POST /keys`.
public struct KeysRequest: Codable, Sendable, Equatable {
  /// The keys in their order, as a `ResetGesture` writes them: `ctrl-r`.
  public var keys: [String]
  public var generation: Int?

  public init(keys: [String], generation: Int? = nil) {
    self.keys = keys
    self.generation = generation
  }
}

/// What came of one reset: a receipt, or the reason why there is none.
public struct ResetRecord: Codable, Sendable, Equatable {
  /// The place of the reset among all of the process; the first has the number 1.
  public var number: Int
  public var trigger: ResetTrigger
  public var receipt: ResetReceipt?
  public var refusal: ErrorReply?
  /// How many descriptors the process had open afterwards; nothing where that was not measured.
  public var descriptors: Int?
  /// How much memory of the process was in the machine's; nothing where that was not measured.
  public var residentBytes: Int?

  public init(
    number: Int, trigger: ResetTrigger, receipt: ResetReceipt? = nil, refusal: ErrorReply? = nil,
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

/// The answer to `GET /resets`: what came of those after the number in the query, as far as it is still known.
public struct ResetsReply: Codable, Sendable, Equatable {
  /// How many resets are done.
  public var count: Int
  public var resets: [ResetRecord]

  public init(count: Int, resets: [ResetRecord]) {
    self.count = count
    self.resets = resets
  }
}
#endif
