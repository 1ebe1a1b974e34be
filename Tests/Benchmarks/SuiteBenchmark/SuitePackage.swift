#if DEBUG
import Foundation
import Measuring

/// A package outside of this one, with tests of SampleShop and tests of nothing.
struct SuitePackage {
  static let testCount = 300
  private let folder = ProductBuild.products.appending(path: "suite-benchmark")

  /// Writes the package, and builds it and the app.
  init() throws {
    try ProductBuild.make("SampleShop")
    let tests = folder.appending(path: "Tests/SuiteTests")
    try FileManager.default.createDirectory(at: tests, withIntermediateDirectories: true)
    try Self.write(Self.manifest, to: folder.appending(path: "Package.swift"))
    try Self.write(Self.classes, to: tests.appending(path: "Classes.swift"))
    try Self.write(Self.suites, to: tests.appending(path: "Suites.swift"))
    try ProductBuild.swift([
      "build", "--quiet", "--build-tests", "--disable-build-manifest-caching", "--package-path", folder.path,
    ])
  }

  /// Runs the tests whose names begin so, and nothing else.
  func test(_ name: String, _ words: [String], environment: [String: String]) throws {
    try ProductBuild.swift(
      ["test", "--skip-build", "--package-path", folder.path, "--filter", "SuiteTests.\(name)"] + words,
      environment: environment, showsOutput: false)
  }

  /// A file that is as it should be keeps its date, so that nothing is built for it.
  private static func write(_ text: String, to file: URL) throws {
    guard (try? String(contentsOf: file, encoding: .utf8)) != text else { return }
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private static var manifest: String {
    """
    // swift-tools-version: 6.3
    import PackageDescription

    let package = Package(
      name: "Suite",
      dependencies: [.package(name: "CleanSlate", path: "\(ProductBuild.package.path)")],
      targets: [
        .testTarget(name: "SuiteTests", dependencies: [.product(name: "AppDriver", package: "CleanSlate")])
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }

  private static var app: String { ProductBuild.products.appending(path: "SampleShop").path }

  /// The tests of XCTest: methods that differ by their names alone.
  private static var classes: String {
    func methods(_ body: String) -> String {
      (1...testCount).map { "  func test\($0)() throws { \(body) }" }.joined(separator: "\n")
    }
    return """
      import AppDriver
      import XCTest

      final class EmptyClass: XCTestCase {
      \(methods(""))
      }

      final class TapClass: AppTestCase {
        override class var appName: String { "\(app)" }
        override class var launchArguments: [String] { ["--from", "here"] }

        private func tapAndCheck() throws {
          try app.cells["category-noodles"].tap()
          XCTAssertTrue(app.cells["item-ramen"].exists)
        }

      \(methods("try tapAndCheck()"))
      }

      """
  }

  private static var suites: String {
    """
    import AppDriver
    import Testing

    @Suite struct EmptySuite {
      @Test(arguments: 1...\(testCount)) func nothing(number: Int) {}
    }

    @Suite(.app("\(app)", launchArguments: ["--from", "here"])) struct TapSuite {
      @Test(arguments: 1...\(testCount)) func tapAndCheck(number: Int) throws {
        try App.current.cells["category-noodles"].tap()
        #expect(try App.current.cells["item-ramen"].exists)
      }
    }

    """
  }
}
#endif
