import Foundation

/// The compiler of C that is in `PATH`.
public enum CCompiler {
  public static let path: String? =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/clang" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}
