#if DEBUG
/// The body of `POST /keys`.
public struct KeysRequest: Codable, Sendable, Equatable {
  /// The keys in order, named as in a `ResetGesture`: `ctrl-r`.
  public var keys: [String]
  public var generation: Int?

  public init(keys: [String], generation: Int? = nil) {
    self.keys = keys
    self.generation = generation
  }
}

/// The outcome of one reset: a receipt, or the reason why there is none.
public struct ResetRecord: Codable, Sendable, Equatable {
  /// The number of the reset within the process, counted from 1.
  public var number: Int
  public var trigger: ResetWay
  public var receipt: ResetReceipt?
  public var refusal: ErrorReply?
  /// How many descriptors the process had open afterwards; nil if this was not measured.
  public var descriptors: Int?
  /// How much resident memory the process had afterwards, apart from files; nil if this was not measured.
  public var residentBytes: Int?

  public init(
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
public struct ResetsReply: Codable, Sendable, Equatable {
  /// The number of all resets so far.
  public var count: Int
  public var resets: [ResetRecord]

  public init(count: Int, resets: [ResetRecord]) {
    self.count = count
    self.resets = resets
  }
}
#endif
