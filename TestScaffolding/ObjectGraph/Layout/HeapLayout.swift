#if DEBUG
import ObjectMemory

/// How to walk the objects of one type.
struct HeapLayout {
  enum Shape: UInt8 {
    case fields, array, set, dictionary, managedBuffer, error, genericClosure, keyPath, task

    var isHashed: Bool { self == .set || self == .dictionary }
    var isCollection: Bool { self == .array || isHashed || self == .managedBuffer }
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

  /// Whether a type belongs to one of the system's libraries.
  static func isOfSystem(_ qualifiedName: String) -> Bool {
    systemModules.contains(module(of: qualifiedName))
  }

  /// Whether a type belongs to the modules that every app of this package has below its features.
  static func isOfFramework(_ qualifiedName: String) -> Bool {
    frameworkModules.contains(module(of: qualifiedName))
  }

  /// Whether a type belongs to what tests and controls the app.
  static func isOfScaffolding(_ qualifiedName: String) -> Bool {
    scaffoldingModules.contains(module(of: qualifiedName))
  }

  /// The module with which a name begins. A type may be declared in an extension of another module's type.
  private static func module(of qualifiedName: String) -> String {
    let extended = "(extension in "
    return qualifiedName.hasPrefix(extended)
      ? String(qualifiedName.dropFirst(extended.count).prefix { $0 != ")" })
      : String(qualifiedName.prefix { $0 != "." })
  }

  static let scaffoldingModules: Set = [
    "ObjectGraph", "HeldResources", "TestScaffolding", "Leaks", "LocalHTTP", "ControlProtocol", "AppDriver",
    "SampleAppKit",
  ]

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

typealias Step = ObjectStep

extension ObjectStep {
  init(kind: ObjectStepKind, offset: UInt, label: Int32 = 0, type: UInt = 0, detail: Int32 = -1) {
    self.init(offset: offset, type: type, label: label, detail: detail, kind: kind, isOnlyIfSet: false)
  }
}

/// The steps of the values inside another value.
struct InnerLayout {
  var steps: StepList
  var count = 1
  var stride: UInt = 0
}

/// Steps in memory that the layout cache frees.
typealias StepList = ObjectSteps

extension ObjectSteps {
  static var none: StepList { StepList(start: nil, count: 0) }
}
#endif
