public import AppData
public import FeatureFlags

/// Defines an app: its names, its feature, and what it ships with.
public struct AppDefinition {
  /// The name that people see.
  public let name: String
  /// The version that people see.
  public let version: String
  /// What the app is, in a sentence or two for its help.
  public let summary: String
  /// The name under which the app's data is stored, such as `net.example.app`.
  public let id: String
  /// The groups of apps that share data with this one.
  public let groups: [String]
  /// What the app's links begin with, before `://`; nil for an app without links.
  public let linkScheme: String?
  /// The feature that the app shows, which may be composed of others.
  public let feature: any FeaturePlugin
  /// What servers are asked through.
  public let network: HTTPClient
  /// Flag values that are shipped with the app.
  public let bundledFlags: [String: FlagLiteral]
  /// Data that the app keeps besides its container, such as a mirror in a cloud; it is erased with the rest.
  public let additionalData: [any DataPart]

  /// Defines an app.
  public init(
    name: String, version: String, summary: String = "", id: String, groups: [String] = [],
    linkScheme: String? = nil, feature: any FeaturePlugin, network: HTTPClient = .unavailable,
    bundledFlags: [String: FlagLiteral] = [:], additionalData: [any DataPart] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.id = id
    self.groups = groups
    self.linkScheme = linkScheme
    self.feature = feature
    self.network = network
    self.bundledFlags = bundledFlags
    self.additionalData = additionalData
  }

  /// Returns the app with another feature.
  public func replacing(feature: any FeaturePlugin) -> AppDefinition {
    AppDefinition(
      name: name, version: version, summary: summary, id: id, groups: groups, linkScheme: linkScheme,
      feature: feature, network: network, bundledFlags: bundledFlags, additionalData: additionalData)
  }
}
