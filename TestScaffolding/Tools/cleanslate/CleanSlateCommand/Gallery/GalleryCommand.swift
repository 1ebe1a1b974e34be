#if DEBUG
import Foundation
import Records
import ToolOptions

/// `cleanslate gallery`: draws all that apps can be brought to show, on one page.
struct GalleryCommand: Subcommand {
  static let name = "gallery"
  static let summary = "draws each situation and linked place of apps on one page"
  private static let call = "cleanslate gallery [APP…]"
  static let usage = ToolUsage(
    "\(call) [options]",
    about: [
      "Brings each app into each of its situations and to each of its linked places, and draws what it shows as a terminal "
        + "does: in each width and locale, with colour, without, and in plain mode. The page is one file that loads nothing."
    ],
    options: [
      ToolOption(
        "APP…",
        help:
          "Names of products, or paths of executables; by default the sample apps of all teams, or of the "
          + "one that CLEANSLATE_TEAM names."),
      ToolOption(
        "--widths", "COLUMNS,…", example: "40,80,120",
        help: "The widths of the terminal; by default 40,80,120."),
      ToolOption(
        "--locales", "LOCALE,…", example: "en_US,de_DE,ja_JP",
        help: "The languages and regions; by default en_US."),
      ToolOption(
        "--against", "BASE", example: "origin/main",
        help:
          "Shows first what is not as in another gallery: a file, a folder with gallery.html, or a commit, whose "
          + "copy is built and drawn in a temporary folder."),
      ToolOption("--output", "FILE", help: "The page; by default gallery.html in the folder of all results."),
    ],
    notes: [
      "The clocks stand at \(GalleryStage.clock), and no app asks a server. Apps of the package are built first, in "
        + ".build. Ctrl-C leaves a page of what is drawn. The status is 1 if something could not be drawn or is not as in "
        + "BASE."
    ])

  /// What is to be drawn.
  struct Order {
    var apps: [String] = []
    /// Whether nobody has named apps, so that those of all teams are meant.
    var isWhole = false
    var widths = [40, 80, 120]
    var locales = ["en_US"]
  }

  private var order = Order()
  private let base: String?
  private let output: String?

  init(_ words: [String]) throws(UsageError) {
    let words = try GivenWords(words, for: Self.usage, call: Self.call, operands: ["[APP…]"])
    (base, output) = (words.value(of: "--against"), words.value(of: "--output"))
    if let widths = words.value(of: "--widths") { order.widths = try Self.widths(widths) }
    if let locales = words.value(of: "--locales") { order.locales = try Self.locales(locales) }
    for app in words.operands where !order.apps.contains(app) { order.apps.append(app) }
  }

  private static func widths(_ text: String) throws(UsageError) -> [Int] {
    var widths: [Int] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let width = Int(word), usableWidths.contains(width) else {
        throw UsageError(
          description:
            "'--widths \(text)': '\(word)' is no width: expected numbers from \(usableWidths.lowerBound) to "
            + "\(usableWidths.upperBound), as in 40,80,120.")
      }
      if !widths.contains(width) { widths.append(width) }
    }
    return widths
  }

  /// In fewer columns the terminal draws no page.
  private static let usableWidths = 20...400

  private static func locales(_ text: String) throws(UsageError) -> [String] {
    var locales: [String] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard word.wholeMatch(of: /[a-z]{2,3}(_[A-Z]{2})?/) != nil else {
        throw UsageError(
          description: "'--locales \(text)': '\(word)' is no locale: expected names such as en_US,de_DE.")
      }
      let locale = Locale(identifier: word).language
      for (kind, code, isKnown) in [
        ("language", locale.languageCode?.identifier, locale.languageCode?.isISOLanguage),
        ("region", locale.region?.identifier, locale.region?.isISORegion),
      ] where isKnown == false {
        throw UsageError(
          description: "'--locales \(text)': there is no \(kind) '\(code ?? "")'.")
      }
      if !locales.contains(word) { locales.append(word) }
    }
    return locales
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    let results = try surroundings.resultsFolder()
    let page =
      try output.map { try OutputFile($0, of: "--output", from: surroundings.folder) }
      ?? OutputFile(existing: "\(results)/\(GalleryPage.fileName)")
    if output != nil { try WholeFile.expectFile(at: page.path) }
    let interruption = try surroundings.watchForInterruption()
    let package = try? PackageFolder(at: nil, from: surroundings.folder, until: interruption)
    let base = try base.map { try BaseGallery($0, of: package, results: results, in: surroundings) }
    var order = order
    let graph = try package.map { try TeamGraph(dump: $0.manifestDump(), package: $0.path) }
    let team = surroundings.environment.given("CLEANSLATE_TEAM")
    if let team, let teams = graph?.teams, !teams.contains(team) {
      throw UsageError(
        description: "CLEANSLATE_TEAM=\(team) names no team; there are \(teams.joined(separator: ", ")).")
    }
    order.isWhole = order.apps.isEmpty && team == nil
    if order.apps.isEmpty { order.apps = graph?.sampleApps(of: team) ?? [] }
    guard !order.apps.isEmpty else {
      throw UsageError(
        description:
          "There is no team here with a sample app: expected names of apps, as in 'cleanslate gallery SampleShop'."
      )
    }
    if output == nil || base != nil { try OutputFile.makeFolder(results) }
    let apps = try Self.executables(of: order.apps, graph?.products ?? [], in: surroundings)
    let earlier = try base?.gallery(for: order, package, in: surroundings)

    var drawing = GalleryDrawing(order, in: surroundings)
    try drawing.draw(apps)
    if !drawing.isInterrupted, let package, let graph {
      drawing.findUndrawn(of: apps.map(\.name), package, graph, run: RunFolder.latest(in: results))
    }
    if let earlier { drawing.compare(with: earlier) }
    guard !drawing.gallery.shots.isEmpty else {
      drawing.tellProblems()
      surroundings.complain("cleanslate gallery: Nothing was drawn, and no page was written.\n")
      return drawing.isInterrupted ? Status.interrupted : Status.failure
    }
    try GalleryPage.write(drawing.page.data(), to: page.path)
    drawing.tell(of: page.path)
    return drawing.isInterrupted
      ? Status.interrupted : drawing.gallery.isAsExpected ? Status.success : Status.failure
  }

  /// The apps with the paths of their executables, each once. Those of the package are built, so that what is drawn is what
  /// their sources say.
  private static func executables(
    of apps: [String], _ products: Set<String>, in surroundings: Surroundings
  ) throws -> [(name: String, executable: String)] {
    var known: [String: (word: String, executable: String)] = [:]
    return try apps.compactMap { app in
      let path = try AppExecutable(app, scratch: nil, in: surroundings)
        .find(buildsAnew: products.contains(app)).path
      let (name, real) = (
        URL(filePath: app).lastPathComponent, URL(filePath: path).resolvingSymlinksInPath().path
      )
      guard let other = known.updateValue((app, real), forKey: name) else { return (name, path) }
      guard other.executable == real else {
        throw UsageError(
          description:
            "'\(other.word)' and '\(app)' are two apps of one name, which one page cannot tell apart. Give one."
        )
      }
      return nil
    }
  }
}
#endif
