import Testing

@testable import ReleaseProof

@Suite("The list of traces")
struct TraceListTests {
  private func traces(scaffolding: String, product: String) -> [Trace] {
    TraceList(
      modules: ["AppDriver"], scaffolding: [("Driver.swift", SwiftSource(scaffolding))],
      product: [("App.swift", SwiftSource(product))]
    ).traces
  }

  @Test("holds the modules, and the types and literals of the scaffolding with their places")
  func places() {
    #expect(
      traces(scaffolding: "struct Handshake {\n  let word = \"--driven\"\n}", product: "")
        == [
          Trace(.module, "AppDriver"), Trace(.type, "Handshake", source: "Driver.swift:1"),
          Trace(.literal, "--driven", source: "Driver.swift:2"),
        ])
  }

  @Test("leaves out what the product declares or says as well, and what is too short or common to tell")
  func notDistinctive() {
    let scaffolding = """
      enum Screen { case a = "the shop is open", b = "12345678", environment = "environment", c = "short", d = "- - - - - -" }
      struct Basket {}
      enum Tab {}
      """
    let product =
      "struct Screen {}\nlet text = \"Now the shop is open: 12345678\"\nlet label = \"My Basket\"\nlet environments = 1"
    #expect(traces(scaffolding: scaffolding, product: product) == [Trace(.module, "AppDriver")])
  }

  @Test("leaves out what the compiler calls a part of every type that is Codable")
  func codingKeys() {
    let scaffolding = "struct Note: Codable {\n  enum CodingKeys: String, CodingKey { case text }\n}"
    #expect(
      traces(scaffolding: scaffolding, product: "struct Basket: Codable {}")
        == [Trace(.module, "AppDriver"), Trace(.type, "Note", source: "Driver.swift:1")])
  }

  @Test("leaves out a module of one word where the product declares a type of that name")
  func moduleWord() {
    func modules(_ product: String) -> [Trace] {
      TraceList(
        modules: ["AppDriver", "Records"], scaffolding: [], product: [("App.swift", SwiftSource(product))]
      ).traces
    }
    #expect(modules("struct Records {}\nclass AppDriver {}") == [Trace(.module, "AppDriver")])
    #expect(modules("import Records").count == 2)
  }

  @Test("keeps a type that the product uses without declaring it: that is the mistake to find")
  func usedInProduct() {
    let kept = traces(scaffolding: "struct Handshake {}", product: "let greeting = Handshake()")
    #expect(kept.contains(Trace(.type, "Handshake", source: "Driver.swift:1")))
  }

  @Test("holds the functions in C that tell, without those that a product's own C has as well")
  func functions() {
    let scaffolding =
      "void LaunchSend(void) {}\nvoid heap_check(int a) {}\nvoid release(void) {}\nvoid TakeAll(void) {}"
    let list = TraceList(
      modules: [], scaffolding: [("Launch.c", SwiftSource(inC: scaffolding))],
      product: [
        ("App.swift", SwiftSource("LaunchSend()")),
        ("list.c", SwiftSource(inC: "static int heap_check(void) { LaunchSend(); }")),
      ])
    #expect(list.traces == [Trace(.function, "LaunchSend", source: "Launch.c:1")])
  }

  @Test("counts what the product gates for debug builds among the scaffolding")
  func gatedProduct() {
    let product = "#if DEBUG\nlet a = \"starting the server\"\n#endif\nlet b = \"starting the shop\""
    #expect(
      traces(scaffolding: "", product: product)
        == [Trace(.module, "AppDriver"), Trace(.literal, "starting the server", source: "App.swift:2")])
  }

  @Test("keeps a telltale even if the product says it, too, with its place where the scaffolding says it")
  func telltales() {
    let product = "let help = \"Use --driven or --headless\""
    let list = TraceList(
      modules: [], telltales: ["--driven", "--headless"],
      scaffolding: [("Driver.swift", SwiftSource("let word = \"--driven\""))],
      product: [("App.swift", SwiftSource(product))])
    #expect(
      list.traces == [
        Trace(.literal, "--driven", source: "Driver.swift:1"), Trace(.literal, "--headless"),
      ])
  }
}
