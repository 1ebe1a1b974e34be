#if DEBUG
/// One place in a value or an object where a strong reference may be.
struct Step {
  enum Kind: UInt8 {
    case reference
    /// A value of any type, whose type is kept with it.
    case existential
    case enumeration
    /// A value that a `Mutex` guards.
    case guarded
    /// Values of one type, one after the other.
    case repeated
    /// Words, as many as the detail says, that may be references.
    case words
    /// What cannot be looked into.
    case unknown
  }

  var kind: Kind
  var offset: UInt
  var label: Int32 = 0
  /// The type of an enumeration.
  var type: UInt = 0
  /// The number of what else is to be known: of an enumeration, of inner steps, or of the text for what is unknown.
  var detail: Int32 = -1
  /// Whether there is only something that cannot be looked into where the place is not empty.
  var isOnlyIfSet = false
}

/// What is to be known of an enumeration to look into its payloads.
struct EnumLayout {
  var getTag: UInt
  var projectPayload: UInt
  var size: Int
  /// The steps of each case with a payload.
  var cases: [StepList]
}

/// Steps of values inside another value.
struct InnerLayout {
  var steps: StepList
  var count = 1
  var stride: UInt = 0
}

/// Steps in memory of their own, which the cache of layouts frees.
struct StepList {
  let start: UnsafeMutablePointer<Step>?
  let count: Int

  static var none: StepList { StepList(start: nil, count: 0) }

  private init(start: UnsafeMutablePointer<Step>?, count: Int) {
    self.start = start
    self.count = count
  }

  init(_ steps: [Step]) {
    let start = UnsafeMutablePointer<Step>.allocate(capacity: steps.count)
    start.initialize(from: steps, count: steps.count)
    self.start = start
    count = steps.count
  }
}
#endif
