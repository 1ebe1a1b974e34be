import AppRuntime
import Testing

@Suite("A launch configuration")
struct LaunchConfigurationTests {
  private let plain = LaunchOption("--plain", "Prints text.")
  private let open = LaunchOption("--open", value: "LINK", "Opens a link.")

  private func problem(_ arguments: [String], recognizes: (String) -> Bool = { _ in false })
    -> LaunchArgumentError?
  {
    do throws(LaunchArgumentError) {
      try LaunchConfiguration(arguments: arguments).check(options: [plain, open], recognizes: recognizes)
      return nil
    } catch {
      return error
    }
  }

  @Test("finds options and their values in both spellings")
  func values() {
    let launch = LaunchConfiguration(arguments: ["--plain", "--open", "app://a"])
    #expect(launch.contains(plain))
    #expect(launch.value(of: open) == "app://a")
    #expect(LaunchConfiguration(arguments: ["--open=app://b=c"]).value(of: open) == "app://b=c")
    #expect(LaunchConfiguration().value(of: open) == nil)
  }

  @Test("can be changed in one option, whatever its spelling")
  func setting() {
    let launch = LaunchConfiguration(arguments: ["--open", "app://a", "--plain", "--open=app://b"])
    #expect(launch.setting(open, to: nil).arguments == ["--plain"])
    #expect(launch.setting(open, to: "app://c").arguments == ["--plain", "--open", "app://c"])
    #expect(launch.setting(plain, to: nil).arguments == ["--open", "app://a", "--open=app://b"])
  }

  @Test("accepts declared options, and what somebody recognises")
  func accepted() {
    #expect(problem([]) == nil)
    #expect(problem(["--plain", "--open=--plain"]) == nil)
    #expect(problem(["FLAGS_{}"]) { $0.hasPrefix("FLAGS_") } == nil)
  }

  @Test("refuses everything else by name")
  func refused() {
    #expect(problem(["--plian"]) == .unknownOption("--plian", nearest: ["--plain"]))
    #expect(problem(["-x"]) == .unknownOption("-x", nearest: []))
    #expect(problem(["word"]) == .unexpectedArgument("word"))
    #expect(problem(["--open"]) == .missingValue(option: "--open", valueName: "LINK"))
    #expect(problem(["--open="]) == .missingValue(option: "--open", valueName: "LINK"))
    #expect(problem(["--open", "--plain"]) == .missingValue(option: "--open", valueName: "LINK"))
    #expect(problem(["--plain=yes"]) == .unexpectedValue(option: "--plain", value: "yes"))
    #expect(problem(["--plain", "--plain"]) == .repeatedOption("--plain"))
  }

  @Test("says what would be right")
  func messages() {
    #expect(
      "\(LaunchArgumentError.unknownOption("--plian", nearest: ["--plain"]))"
        == "Unknown option '--plian'. Did you mean '--plain'?")
    #expect(
      "\(LaunchArgumentError.missingValue(option: "--open", valueName: "LINK"))"
        == "Missing value for '--open': expected '--open LINK'.")
  }
}

@Suite("A deep link")
struct DeepLinkTests {
  @Test("is read into its parts")
  func parts() throws {
    let link = try DeepLink("Shop://menu/caf%C3%A9//42?sort=price&q=a%26b&flag#end", scheme: "shop")
    #expect(link.path == ["menu", "café", "42"])
    #expect(link.query == ["sort": "price", "q": "a&b", "flag": ""])
    #expect(try DeepLink("shop://", scheme: "shop").path == [])
    let place = try #require(DeepLink(place: "menu/caf%C3%A9//42?sort=price&q=a%26b&flag#end"))
    #expect(place.path == link.path && place.query == link.query)
    #expect(DeepLink(place: "")?.path == [])
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "shop", "shop:/a", "://a", "1a://b", "shop://%zz", "shop://%4", "shop://%ff", "shop://a?%q=1",
    ])
  func malformed(text: String) {
    #expect(throws: DeepLinkError.malformed(text)) { try DeepLink(text, scheme: "shop") }
  }

  @Test("is for the app whose scheme it has, and for no app without one")
  func foreign() {
    #expect(throws: DeepLinkError.foreign("bank://a", scheme: "shop")) {
      try DeepLink("bank://a", scheme: "shop")
    }
    #expect(throws: DeepLinkError.foreign("shop://a", scheme: nil)) { try DeepLink("shop://a", scheme: nil) }
    #expect(
      "\(DeepLinkError.foreign("bank://a", scheme: "shop"))"
        == "The link \"bank://a\" is not for this app, whose links begin with \"shop://\".")
    #expect(
      "\(DeepLinkError.foreign("bank://a", scheme: nil))"
        == "The link \"bank://a\" cannot be opened: this app has no links.")
  }
}

@Suite("A navigation stack")
struct NavigationStackTests {
  @Test("goes forward and back, but not below its root")
  func walk() {
    var stack = NavigationStack(root: "a")
    stack.push("b")
    stack.push("c")
    #expect(stack.top == "c")
    stack.pop()
    #expect(stack.top == "b")
    stack.pop()
    #expect(!stack.canGoBack)
    stack.pop()
    #expect(stack.top == "a")
    stack.replace(root: "x", path: ["y"])
    #expect(stack.top == "y" && stack.canGoBack)
  }
}
