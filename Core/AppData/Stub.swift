// Stub.
public struct AppIdentity: Sendable { public init(id: String, groups: [String] = []) throws {} }
public final class WriteGate: Sendable { public init() {}; public func close() {} }
public final class AppContainer: Sendable {
  public func open(gate: WriteGate) -> AppData { AppData() }
}
public final class Preferences: Sendable {
  public func string(forKey: String) -> String? { nil }
  public func set(_ value: String?, forKey: String) throws {}
}
public final class AppData: Sendable {
  public let preferences = Preferences()
}
public import Foundation
extension Preferences { public func data(forKey: String) -> Data? { nil }
public func set(_ value: Data, forKey: String) throws {}
public func remove(_ k: String) throws {} }
public struct FileArea: Sendable { public func write(_ d: Data, to: String) throws {}; public func remove(_ p: String) throws {} }
public struct AppFiles: Sendable { public let documents = FileArea() }
extension AppData { public var files: AppFiles { AppFiles() } }
