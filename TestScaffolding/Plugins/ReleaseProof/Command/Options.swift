/// What the user asks of `swift package verify-release`.
package struct Options: Sendable, Equatable {
  /// The executables to check; all that ship if there are none.
  package var products: [String] = []
  package var negativeControl = false
  /// The one module through which an app may depend on the scaffolding, where it is not the usual one.
  package var bridge: String?
  package var help = false

  /// Why the words of the user make no sense.
  package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  package init() {}

  /// Reads the words of the user.
  package init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": help = true
      case "--negative-control": negativeControl = true
      case "--product": products.append(try Self.name(after: argument, in: &rest))
      case "--bridge": bridge = try Self.name(after: argument, in: &rest)
      default:
        throw UsageError(description: "Unknown argument '\(argument)'.\n\n\(Self.usage)")
      }
    }
  }

  private static func name(
    after option: String, in rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let name = rest.popFirst(), !name.hasPrefix("-") else {
      throw UsageError(description: "Missing name after '\(option)': expected '\(option) NAME'.")
    }
    return name
  }

  package static let usage = """
    swift package verify-release [--product NAME]... [--bridge NAME] [--negative-control]

    Builds every executable that ships for release, and proves that nothing of the test scaffolding is in it:
    no edge in the manifest, no symbol, no string, no option that only a debug build understands.

      --product NAME      checks this executable only; may be given more than once
      --bridge NAME       the one module through which apps may depend on the scaffolding (SampleAppKit)
      --negative-control  builds a copy that is contaminated on purpose, and fails unless that is noticed
    """

  /// Returns the executables that the user means.
  package func selection(
    from graph: TargetGraph, rules: ReleaseRules
  ) throws(UsageError) -> [TargetGraph.Executable] {
    let shipped = graph.executables.filter { rules.ships($0, in: graph) }
    let names = shipped.map(\.name).sorted().joined(separator: ", ")
    for name in products where !shipped.contains(where: { $0.name == name }) {
      throw UsageError(description: "No executable '\(name)' ships; these do: \(names).")
    }
    guard !shipped.isEmpty else { throw UsageError(description: "The package has no executable that ships.") }
    return products.isEmpty ? shipped : shipped.filter { products.contains($0.name) }
  }
}
