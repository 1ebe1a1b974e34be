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
#endif
