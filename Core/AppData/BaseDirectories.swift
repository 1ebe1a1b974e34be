/// The user's base directories, in which the containers lie: the four of the XDG specification, and one for groups.
public struct BaseDirectories: Hashable, Sendable {
  /// The directory for data that cannot be made again.
  public let data: String
  /// The directory for preferences.
  public let config: String
  /// The directory for data that can be made again.
  public let cache: String
  /// The directory for the state of the app.
  public let state: String
  /// The directory for what apps of a group share: that for data, unless `CLEANSLATE_GROUPS_HOME` names another.
  public let groups: String

  /// The variables that can name another directory, for each directory.
  private let variables: [String: [String]]

  /// Reads the base directories from environment variables. The place of one that is unset, empty or relative is
  /// below `HOME`.
  public init(environment: [String: String]) throws {
    // Of several variables for one directory, the first is the one whose directory is opened first.
    var variables: [String: [String]] = [:]
    func base(_ variable: String, below fallback: String) throws -> String {
      if let value = environment[variable], value.utf8.first == UInt8(ascii: "/") {
        let path = try Self.normalized(value, from: variable)
        variables[path] = variables[path] ?? [variable]
        return path
      }
      let path = try Self.normalized("\(Self.home(for: variable, environment))/\(fallback)", from: "HOME")
      variables[path] = variables[path] ?? ["HOME", variable]
      return path
    }
    data = try base("XDG_DATA_HOME", below: ".local/share")
    config = try base("XDG_CONFIG_HOME", below: ".config")
    cache = try base("XDG_CACHE_HOME", below: ".cache")
    state = try base("XDG_STATE_HOME", below: ".local/state")
    let ownGroups = environment["CLEANSLATE_GROUPS_HOME"]?.utf8.first == UInt8(ascii: "/")
    groups = ownGroups ? try base("CLEANSLATE_GROUPS_HOME", below: "") : data
    self.variables = variables
  }

  /// The variables that can name another directory in place of this one.
  func variables(for directory: String) -> [String] { variables[directory] ?? [] }

  private static func home(for variable: String, _ environment: [String: String]) throws -> String {
    guard let home = environment["HOME"], !home.isEmpty else {
      throw AppDataError.invalidBaseDirectory(
        variable: "HOME", value: environment["HOME"] ?? "", reason: "it is needed, as \(variable) is not set")
    }
    guard home.utf8.first == UInt8(ascii: "/") else {
      throw AppDataError.invalidBaseDirectory(
        variable: "HOME", value: home, reason: "it is relative, and \(variable) is not set")
    }
    return home
  }

  private static func normalized(_ path: String, from variable: String) throws -> String {
    func refusal(_ reason: String) -> AppDataError {
      .invalidBaseDirectory(variable: variable, value: path, reason: reason)
    }
    if path.utf8.contains(0) { throw refusal("it contains a NUL character") }
    // The original bytes are lost, so the path would now name another folder than the one that was meant.
    if path.unicodeScalars.contains("\u{FFFD}") { throw refusal("it contains bytes that are not UTF-8") }
    let steps = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter {
      $0 != "."
    }
    if steps.contains("..") { throw refusal("\"..\" may not be in it") }
    if steps.isEmpty { throw refusal("the root of the file system cannot hold containers") }
    return "/" + steps.joined(separator: "/")
  }
}
