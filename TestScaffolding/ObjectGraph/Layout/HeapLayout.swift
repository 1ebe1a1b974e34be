#if DEBUG
/// How the objects of one type are to be walked.
struct HeapLayout {
  enum Shape: UInt8 {
    case fields, array, set, dictionary, managedBuffer, error, genericClosure, keyPath, task

    var name: String {
      switch self {
      case .array: "an array"
      case .set: "a set"
      case .dictionary: "a dictionary"
      case .fields, .managedBuffer, .error, .genericClosure, .keyPath, .task: "an object"
      }
    }
  }

  enum Role: UInt8 {
    /// An instance of a class, which is named in reports and can leak.
    case instance
    /// Storage of a collection, a box or a payload: a part of what holds it.
    case part
    case closure
    case task
  }

  var metadata: UInt
  var shape = Shape.fields
  var role = Role.part
  /// Whether the class belongs to one of the system's libraries.
  var isOfSystem = false
  /// The steps of the object, or of each element of a collection.
  var steps: StepList
  var elementOffset: UInt = 0
  var stride: UInt = 0
  /// The values of a dictionary, beside its keys; the elements of a managed buffer, beside its header.
  var valueSteps = StepList.none
  var valueStride: UInt = 0
  /// How a managed buffer says which of its elements are there.
  var occupancy = BufferOccupancy.unknown

  /// Whether a type, with its module before it, belongs to one of the system's libraries.
  static func isOfSystem(_ qualifiedName: String) -> Bool {
    let extended = "(extension in "
    // A type may be declared in an extension of another module's type.
    let module =
      qualifiedName.hasPrefix(extended)
      ? qualifiedName.dropFirst(extended.count).prefix { $0 != ")" } : qualifiedName.prefix { $0 != "." }
    return systemModules.contains(String(module))
  }

  private static let systemModules: Set<String> = [
    "Swift", "_Concurrency", "Synchronization", "Observation", "Dispatch", "Foundation",
    "FoundationEssentials", "_FoundationCollections", "_RopeModule",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "_StringProcessing",
    "_RegexParser",
    "RegexBuilder", "Distributed", "_Differentiation", "Cxx", "CxxStdlib", "Runtime",
  ]

  var name: String { role == .task ? "Task" : Metadata(metadata).name }
}

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
