#if DEBUG
/// One place in a value or an object where a strong reference may be.
struct Step {
  enum Kind: UInt8 {
    case reference
    /// A value of any type, whose type is kept with it.
    case existential
    case enumeration
  }

  var kind: Kind
  var offset: UInt
  var label: Int32
  /// The type of the enumeration.
  var type: UInt = 0
  var layout: Int32 = -1
}

/// Where the strong references of a value are.
struct ValueLayout {
  var steps: [Step] = []
  /// The types, and the parts of types, that the runtime does not describe.
  var unknown: [String] = []
}

/// What is to be known of an enumeration to look into its payloads.
struct EnumLayout {
  var getTag: Metadata.GetTag
  var projectPayload: Metadata.ProjectPayload
  var size: Int
  /// The steps of each case with a payload.
  var cases: [StepList]
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
