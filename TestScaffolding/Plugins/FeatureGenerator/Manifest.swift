/// The text of `Package.swift`, into which a feature's lines are written.
package struct Manifest: Sendable, Equatable {
  package private(set) var text: String

  package init(_ text: String) { self.text = text }

  /// Where declarations of new modules go: the line before this one.
  package static let modulesAnchor = "// 'swift package new-feature' declares modules above this line."
  /// Adds the feature, its sample app and their tests.
  package mutating func add(_ feature: FeatureName) throws(GeneratorError) {
    let taken = Set(text.matches(of: /\b(?:let|var|func)\s+(\w+)/).map { String($0.output.1) })
    for variable in [feature.variable, feature.sampleVariable] where taken.contains(variable) {
      throw GeneratorError("Package.swift declares '\(variable)' already. Choose another name.")
    }
    for name in [feature.feature, feature.sample, feature.featureTests, feature.uiTests]
    where text.contains("\"\(name)\"") {
      throw GeneratorError("Package.swift has a target '\(name)' already. Choose another name.")
    }
    try insert(
      """
      let \(feature.variable) = feature(
        "\(feature.feature)", uses: [elementTree, featureFlags, appData, appRuntime])
      let \(feature.sampleVariable) = sampleApp(
        "\(feature.sample)", kit: sampleAppKit, uses: [appRuntime, \(feature.variable)])
      tests(
        "\(feature.featureTests)",
        of: [\(feature.variable), appRuntime, elementTree, appData, support])
      tests(
        "\(feature.uiTests)", of: [\(feature.sampleVariable), appDriver, controlProtocol, elementTree])


      """)
  }

  private mutating func insert(_ lines: String) throws(GeneratorError) {
    guard let place = text.firstRange(of: Self.modulesAnchor) else {
      throw GeneratorError(
        "Package.swift has lost the line \"\(Self.modulesAnchor)\", above which new modules go. Put it back."
      )
    }
    text.insert(contentsOf: lines, at: place.lowerBound)
  }
}
