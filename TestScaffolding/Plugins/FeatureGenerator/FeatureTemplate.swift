/// The files of a new feature: it works, it is tested, and it says where to go on.
package struct FeatureTemplate: Sendable {
  /// A file to be written.
  package struct File: Sendable, Equatable {
    /// The path below the top of the package.
    package let path: String
    package let contents: String
  }

  let name: FeatureName

  package init(_ name: FeatureName) { self.name = name }

  /// The folders that must not exist yet.
  package var folders: [String] {
    [
      "Features/\(name.feature)", "SampleApps/\(name.sample)", "Tests/\(name.featureTests)",
      "Tests/\(name.uiTests)",
    ]
  }

  package var files: [File] {
    [
      File(path: "\(folders[0])/\(name.feature).swift", contents: plugin),
      File(path: "\(folders[0])/\(name.name)Session.swift", contents: session),
      File(path: "\(folders[0])/\(name.name)Screen.swift", contents: screen),
      File(path: "\(folders[1])/\(name.sample).swift", contents: sample),
      File(path: "\(folders[2])/\(name.name)SessionTests.swift", contents: sessionTests),
      File(path: "\(folders[3])/\(name.name)Page.swift", contents: page),
      File(path: "\(folders[3])/\(name.name)JourneyTests.swift", contents: journeyTests),
    ]
  }
}
