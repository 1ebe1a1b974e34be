#if DEBUG
import Audit

/// What a gallery shows, as its page holds it. Pictures and texts that are equal are there once, and have a number.
struct Gallery: Codable, Equatable {
  static let version = 1

  /// A width in columns, and what the terminal shows there.
  struct Drawing: Codable, Equatable {
    let columns: Int
    /// The number of the picture.
    let picture: Int
    /// The number of the text that plain mode prints.
    let plain: Int
    /// Where the elements of findings are, by the numbers of the findings.
    var places: [Int: ScreenPlace] = [:]
  }

  /// Something that an app was brought to show, in one locale.
  struct Shot: Codable, Equatable {
    let scene: Scene
    let locale: String
    /// The identifier of the screen.
    let screen: String?
    /// The number of the text of the element tree.
    let tree: Int
    let drawings: [Drawing]
    var findings: [AuditFinding] = []

    /// The same in another gallery has the same.
    var key: [String] { [scene.app, scene.kind.rawValue, scene.name, locale] }
  }

  var version = Self.version
  /// Whether nobody has named apps, so that those of all teams are here.
  let isWhole: Bool
  /// What was asked for, also where nothing of it could be drawn; nil in what an earlier version has drawn.
  var apps: [String]?
  let widths: [Int]
  let locales: [String]
  /// What the clock of each app shows.
  let clock: String
  var shots: [Shot] = []
  /// Element trees, and what plain mode prints.
  var texts: [String] = []
  /// The screens that the sources declare, and nothing draws; nil if nobody has looked for them.
  var undrawn: [DeclaredScreen]?
  /// The latest run of tests, whose screens count as drawn.
  var run: String?
  /// What no audit could judge.
  var notJudged: [String] = []
  /// What could not be drawn or found out.
  var problems: [String] = []
  var comparison: GalleryComparison?
}

/// What an app can be brought to show from outside.
struct Scene: Codable, Hashable {
  enum Kind: String, Codable {
    /// What the app shows when it is started with nothing.
    case start
    case situation
    /// A linked place.
    case link
  }

  let app: String
  let kind: Kind
  /// The name of the situation, or the link.
  let name: String
  let summary: String
  /// The situation in which the link leads somewhere, if it leads nowhere in the beginning.
  var situation: String?
}

/// Rows and columns of a picture.
struct ScreenPlace: Codable, Equatable {
  let row: Int
  let rows: Int
  let column: Int
  let columns: Int
}
#endif
