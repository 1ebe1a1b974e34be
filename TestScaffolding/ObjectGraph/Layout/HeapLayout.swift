#if DEBUG
/// How to walk the objects of one type.
struct HeapLayout {
  enum Shape: UInt8 {
    case fields, array, set, dictionary, managedBuffer, error, genericClosure, keyPath, task

    var isCollection: Bool { self == .array || self == .set || self == .dictionary || self == .managedBuffer }

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
    /// An instance of a class; reports name it, and it can leak.
    case instance
    /// The storage of a collection, a box or a payload; it counts as a part of its holder.
    case part
    case closure
    case task
  }

  var metadata: UInt
  var shape = Shape.fields
  var role = Role.part
  /// Whether the class belongs to one of the system's libraries.
  var isOfSystem = false
  /// The steps of the object; for a collection, the steps of each element.
  var steps: StepList
  var elementOffset: UInt = 0
  var stride: UInt = 0
  /// The steps of a dictionary's values or of a managed buffer's elements. `steps` are those of its keys or header.
  var valueSteps = StepList.none
  var valueStride: UInt = 0
  /// How to find out which elements of a managed buffer exist.
  var occupancy = BufferOccupancy.unknown

  /// Whether a type belongs to one of the system's libraries. The name begins with the module.
  static func isOfSystem(_ qualifiedName: String) -> Bool {
    let extended = "(extension in "
    // The type may be declared in an extension of another module's type; then that module counts.
    let module =
      qualifiedName.hasPrefix(extended)
      ? qualifiedName.dropFirst(extended.count).prefix { $0 != ")" } : qualifiedName.prefix { $0 != "." }
    return systemModules.contains(String(module))
  }

  /// Whether a type belongs to the modules that every app of this package has below its features.
  static func isOfFramework(_ qualifiedName: String) -> Bool {
    frameworkModules.contains(String(qualifiedName.prefix { $0 != "." }))
  }

  private static let frameworkModules: Set<String> = [
    "OperatingSystem", "ElementTree", "FeatureFlags", "AppData", "AppRuntime", "TerminalUI", "AppShell",
    "URLSessionClient", "SettingsScreens",
  ]

  private static let systemModules: Set<String> = [
    "Swift", "_Concurrency", "Synchronization", "Observation", "Dispatch", "Foundation",
    "FoundationEssentials", "_FoundationCollections", "_RopeModule",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "_StringProcessing",
    "_RegexParser",
    "RegexBuilder", "Distributed", "_Differentiation", "Cxx", "CxxStdlib", "Runtime",
  ]

  var name: String { role == .task ? "Task" : TypeNames.name(of: Metadata(metadata)) }
}

/// One place in a value or an object where a strong reference may be.
struct Step {
  enum Kind: UInt8 {
    case reference
    /// An existential: a value that is stored together with its type.
    case existential
    case enumeration
    /// A value that a `Mutex` guards.
    case guarded
    /// Several values of one type, one after the other.
    case repeated
    /// Words that may be references; `detail` is their number.
    case words
    /// Something that cannot be looked into.
    case unknown
  }

  var kind: Kind
  var offset: UInt
  var label: Int32 = 0
  /// The type of an enumeration.
  var type: UInt = 0
  /// An index into a table: of enumerations, of inner layouts, or of labels that describe what is unknown.
  var detail: Int32 = -1
  /// Whether the step is only reported if the place is not empty; for `unknown`.
  var isOnlyIfSet = false
}

/// What is needed to look into the payloads of an enumeration.
struct EnumLayout {
  var getTag: UInt
  var projectPayload: UInt
  var size: Int
  /// The steps of each case with a payload.
  var cases: [StepList]
}

/// The steps of the values inside another value.
struct InnerLayout {
  var steps: StepList
  var count = 1
  var stride: UInt = 0
}

/// Steps in memory that the layout cache frees.
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
