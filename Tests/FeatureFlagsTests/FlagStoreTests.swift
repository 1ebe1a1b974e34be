import FeatureFlags
import TestSupport
import Testing

@Suite("A flag store")
struct FlagStoreTests {
  private let tour = FeatureFlag("onboarding.shortTour", default: false, "Shortens the tour.", line: 1)
  private let pages = FeatureFlag("onboarding.pages", default: 3, "Counts pages.", line: 2)
  private let speed = FeatureFlag("shop.speed", default: 1.5, "Sets the pace.", line: 3)
  private let title = FeatureFlag("shop.title", default: "Shop", "Names the shop.", line: 4)

  private var declarations: [FlagDeclaration] {
    [tour.declaration, pages.declaration, speed.declaration, title.declaration]
  }

  @Test("answers with the strongest layer that has a value, also when that says false")
  func layers() throws {
    let key = tour.key
    let bundled: [String: FlagLiteral] = [key: .bool(true)]
    #expect(try FlagStore(declarations).resolve(tour) == ResolvedFlag.make(false, .default))
    #expect(try FlagStore(declarations, bundled: bundled).resolve(tour) == .make(true, .bundled))
    #expect(
      try FlagStore(declarations, bundled: bundled, user: [key: .bool(false)]).resolve(tour)
        == .make(false, .user))
    #expect(
      try FlagStore(declarations, user: [key: .bool(true)], ephemeral: [key: .bool(false)]).resolve(tour)
        == .make(false, .ephemeral))
  }

  @Test("keeps the type of each value")
  func types() throws {
    let store = try FlagStore(
      declarations, ephemeral: [pages.key: .int(1), speed.key: .int(2), title.key: .string("1")])
    #expect(store[pages] == 1)
    #expect(store[speed] == 2.0)
    #expect(store[title] == "1")
    #expect(store[tour] == false)
  }

  @Test("refuses a flag that nobody declares, with its name and layer")
  func unknown() {
    let error = #expect(throws: FlagError.self) {
      try FlagStore([tour.declaration], ephemeral: ["onboarding.shrotTour": .bool(true)])
    }
    #expect(
      error.map { "\($0)" } == """
        The ephemeral layer sets the flag "onboarding.shrotTour", which no feature declares. \
        Declared: "onboarding.shortTour".
        """)
  }

  @Test(
    "refuses a value of another type, with the flag's name and layer",
    arguments: [
      ("onboarding.shortTour", FlagLiteral.int(1), FlagType.bool),
      ("onboarding.pages", .bool(true), .int),
      ("onboarding.pages", .double(1), .int),
      ("shop.speed", .string("2"), .double),
      ("shop.title", .int(2), .string),
    ])
  func wrongType(key: String, value: FlagLiteral, expected: FlagType) {
    for layer in [FlagLayer.bundled, .user, .ephemeral] {
      #expect(throws: FlagError.wrongType(key: key, layer: layer, expected: expected, found: value)) {
        try FlagStore(
          declarations, bundled: layer == .bundled ? [key: value] : [:],
          user: layer == .user ? [key: value] : [:], ephemeral: layer == .ephemeral ? [key: value] : [:])
      }
    }
    #expect(
      "\(FlagError.wrongType(key: "a", layer: .user, expected: .int, found: .string("1")))"
        == "The user layer sets the flag \"a\" to \"1\", which is a String; the flag is an Int.")
  }

  @Test("refuses two declarations of one flag, with both places")
  func duplicate() {
    let again = FeatureFlag("onboarding.shortTour", default: 1, "Again.", fileID: "Other/File.swift", line: 9)
    #expect(
      throws: FlagError.duplicateDeclaration(
        key: "onboarding.shortTour", first: tour.declaration.place, second: "Other/File.swift:9")
    ) { try FlagStore([tour.declaration, again.declaration]) }
  }

  @Test("lets the user layer be set and cleared, by the same rules")
  func userLayer() throws {
    let store = try FlagStore(declarations, bundled: [pages.key: .int(2)])
    try store.setUserValue(.int(1), forKey: pages.key)
    #expect(store.resolve(pages) == .make(1, .user))
    #expect(store.userValues == [pages.key: .int(1)])
    #expect(throws: FlagError.self) { try store.setUserValue(.bool(true), forKey: pages.key) }
    #expect(throws: FlagError.self) { try store.setUserValue(nil, forKey: "unknown") }
    #expect(store.resolve(pages) == .make(1, .user))
    try store.setUserValue(nil, forKey: pages.key)
    #expect(store.resolve(pages) == .make(2, .bundled))
  }

  @Test(
    "takes no number that a text cannot say, as nothing could be read again",
    arguments: [Double.nan, .infinity])
  func unsaid(number: Double) throws {
    let ratio = FeatureFlag("shop.ratio", default: 0.5, "A ratio.")
    let store = try FlagStore([ratio.declaration])
    let error = #expect(throws: FlagError.self) { try store.setUserValue(.double(number), forKey: ratio.key) }
    #expect(
      error?.description == """
        The user layer sets the flag "shop.ratio" to \(number), which cannot be stored. Set it to a finite number.
        """)
    #expect(store.userValues == [:])
  }

  @Test("lists every declared flag by name")
  func all() throws {
    let listed = try FlagStore(declarations, ephemeral: [pages.key: .int(9)]).all
    #expect(
      listed.map { "\($0.declaration.key)=\($0.resolved.value) \($0.resolved.layer.rawValue)" } == [
        "onboarding.pages=9 ephemeral", "onboarding.shortTour=false default", "shop.speed=1.5 default",
        "shop.title=\"Shop\" default",
      ])
  }

  @Test("says which flag is read but not declared before it ends the app")
  func undeclared() async throws {
    let outcome = await OwnThread.run {
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try FlagStore([]).resolve(FeatureFlag("shop.speed", default: 1.5, "Sets the pace.", line: 1))
      }
    }
    let said = String(decoding: try #require(outcome).standardErrorContent, as: UTF8.self)
    #expect(
      said.contains(
        "Precondition failed: The flag \"shop.speed\" is read but not declared: add it to the `flags` of its feature."
      ))
  }
}

extension ResolvedFlag {
  fileprivate static func make(_ value: Value, _ layer: FlagLayer) -> Self {
    Self(value: value, layer: layer)
  }
}
