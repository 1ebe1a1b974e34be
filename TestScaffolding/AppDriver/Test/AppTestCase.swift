#if DEBUG
import Foundation
import Records
import Snapshots
public import XCTest

/// The base class of XCTest classes that test an app. Each test method gets a clean slate.
///
/// ```swift
/// final class WelcomeTests: AppTestCase {
///   override class var appName: String { "SampleOnboarding" }
///   func testContinues() throws {
///     try launchApp(featureFlags: [Flag("onboarding.shortTour", true)])
///     try app.buttons["continue"].tap()
///   }
/// }
/// ```
///
/// The clean slate is prepared before the first `setUp`, and the check for leaks comes after the last `tearDown`.
/// Subclasses may override any hook without calling `super`.
open class AppTestCase: XCTestCase {
  private var leased: LeasedApps?
  private let methodName: String
  private let body: XCTestCaseClosure
  private var isRepetition = false

  /// Made by XCTest.
  public required init(name: String, testClosure: @escaping XCTestCaseClosure) {
    (methodName, body) = (name, testClosure)
    super.init(name: name, testClosure: testClosure)
  }

  /// Runs the test. Where the run asks for repetitions, runs it as often, each time as a new object, until it fails.
  /// `cleanslate test` hears of each run from the observer in this process, whose status is that of the first one.
  open override func perform(_ run: XCTestRun) {
    super.perform(run)
    guard !isRepetition else { return }
    var isGood = run.hasSucceeded
    for _ in 1..<max(1, Self.rounds) where isGood {
      let test = Self(name: methodName, testClosure: body)
      test.isRepetition = true
      test.run()
      isGood = test.testRun?.hasSucceeded ?? false
    }
  }

  /// The product name of the app that the class tests.
  open class var appName: String { "" }

  /// The apps of every test of the class that has several, instead of ``appName``: what the tests call each, and its
  /// product name. All are on a clean slate when a test begins.
  ///
  /// ```swift
  /// override class var appNames: [String: String] { ["ada": "SampleShop", "ben": "SampleShop"] }
  /// ```
  open class var appNames: [String: String] { [:] }

  /// Which of the apps share what their groups share, as apps on one device do: those with the same value here. Without one,
  /// an app shares nothing.
  open class var appGroups: [String: String] { [:] }

  /// The launch arguments of every test of the class.
  open class var launchArguments: [String] { [] }

  /// The state with whose data every test of the class begins; nil for a clean slate.
  open class var state: AppState? { nil }

  /// What gives every test of the class its clean slate.
  open class var slate: Slate { .live }

  /// The app. It is on a clean slate when a test begins.
  public var app: App { member(nil) }

  /// The app that ``appNames`` calls so. If there is none, the test fails, and what it gets is no app that runs.
  public func app(_ name: String) -> App { member(name) }

  private func member(_ role: String?) -> App {
    do {
      return try leasedApp(role)
    } catch {
      fail("\(error)")
      return App(role ?? "app")
    }
  }

  private func leasedApp(_ role: String? = nil) throws -> App {
    guard let leased else { throw AppError.outsideOfTest }
    return try leased.app(role)
  }

  /// The pool that lends the apps.
  package class var pool: AppPool { .shared }

  /// The folder for the evidence of failed tests.
  package class var resultsFolder: String { RunFolder.results }

  /// The file for the times of leases, if one is wanted.
  package class var timings: String? { LeaseWatch.file }

  /// How often each test runs.
  package class var rounds: Int {
    ProcessStart.ofThisProcess?.repetitions ?? 1
  }

  /// Resets or launches the app with these flags, variables and arguments, in addition to those of the class. All
  /// others no longer apply.
  public func launchApp(
    featureFlags: [Flag] = [], automationFlags: [Flag] = [], envVariables: [String: String] = [:],
    otherArgs: [String] = [], file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try leasedApp().launchApp(
      featureFlags: featureFlags, automationFlags: automationFlags, envVariables: envVariables,
      otherArgs: Self.launchArguments + otherArgs, file: file, line: line)
  }

  /// Declares a known leak: this test leaks something and does not fail for it. It fails if nothing leaks.
  ///
  /// See ``App/knownLeak(_:holder:count:reason:until:file:line:)``.
  public func knownLeak(
    _ what: String, holder: String? = nil, count: Int = 1, reason: String, until: String? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    app.knownLeak(
      what, holder: holder, count: count, reason: reason, until: until, file: file, line: line)
  }

  /// Makes the test fail if the leak walk meets something that it cannot look into.
  ///
  /// See ``App/expectEverythingLookedInto()``.
  public func expectEverythingLookedInto() {
    app.expectEverythingLookedInto()
  }

  open override func invokeTest() {
    // XCTest calls a method `Suite.test`.
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    let test = TestIdentity(
      framework: .xcTest, id: "\(String(reflecting: Self.self))/\(method)",
      module: String(String(reflecting: Self.self).prefix { $0 != "." }), suite: parts.first ?? name,
      name: String(method))
    let wanted = Self.wantedApps
    guard wanted.allSatisfy({ !$0.name.isEmpty }) else {
      return fail("\(Self.self) names no app: override `appName`.")
    }
    let strangers = Self.appGroups.keys.filter { Self.appNames[$0] == nil }.sorted()
    guard strangers.isEmpty else {
      return fail("appGroups names \(strangers.joined(separator: ", ")), and appNames has no such app.")
    }
    let apps = LeasedApps(
      zip(wanted.map(\.role), Self.pool.leaseNow(wanted.map(\.name))).map { ($0, $1) }, of: test,
      from: Self.pool, results: Self.resultsFolder, timings: Self.timings)
    leased = apps
    defer {
      leased = nil
      apps.giveBack()
    }
    // Also for an app that has begun before another one failed to.
    defer {
      let isCancelled = testRun?.hasBeenSkipped == true
      for complaint in apps.end(testName: name, isCancelled: isCancelled) { fail(complaint) }
    }
    do {
      for (role, name) in wanted {
        try apps.begin(
          .app(
            name, as: role, group: role.flatMap { Self.appGroups[$0] }, launchArguments: Self.launchArguments,
            state: Self.state, slate: Self.slate))
      }
    } catch {
      return fail("The app could not be given a clean slate: \(error)")
    }
    CurrentTest.running { super.invokeTest() }
  }

  private class var wantedApps: [(role: String?, name: String)] {
    appNames.isEmpty
      ? [(nil, appName)] : appNames.sorted { $0.key < $1.key }.map { (role: $0.key, name: $0.value) }
  }

  /// Keeps evidence of the first failure while the app still shows it, and records the failure.
  open override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
  ) {
    let description = TestFailure.message(ofXCTest: description)
    // What XCTest calls so is an error that was thrown somewhere.
    let call =
      switch filePath {
      case "<EXPR>": leased?.place(ofErrorIn: description)
      case "\(CurrentTest.unknownFile)": leased?.lastCall
      default: SourcePlace?.none
      }
    let (file, line) = (call?.file ?? filePath, call?.line ?? lineNumber)
    // There is no such line.
    let place = line > 0 ? SourcePlace(file: file, line: line) : nil
    let evidence = leased?.record(description, file: place?.file, line: place?.line).map { "\n\($0)" } ?? ""
    super.recordFailure(
      withDescription: description + evidence, inFile: file, atLine: line, expected: expected)
  }

  private var method: Substring { name.split { $0 == "." || $0 == " " || $0 == "]" }.last ?? "" }

  private func fail(_ complaint: String) {
    let place = leased?.lastCall
    recordFailure(
      withDescription: complaint, inFile: place?.file ?? "\(Self.self)", atLine: place?.line ?? 0,
      expected: true)
  }
}

/// A class of XCTest whose tests stay in one shard, because they share what is costly to make, for example in
/// `class func setUp()`.
///
/// ```swift
/// final class ImportTests: AppTestCase, KeptTogether { … }
/// ```
///
/// `cleanslate test --shard` looks for the name in the sources: in the class or an extension of it, not in what the class
/// inherits. A suite of Swift Testing says the same with `.serialized`.
public protocol KeptTogether {}
#endif
