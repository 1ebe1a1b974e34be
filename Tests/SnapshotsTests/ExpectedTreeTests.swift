import ElementTree
import Foundation
import TestSupport
import Testing

@testable import Snapshots

@Suite("What a test expects of a tree")
struct ExpectedTreeTests {
  private static let basket = Screen("basket", title: "Basket") {
    List("Lines", id: "lines") {
      Cell("2 × Shoyu ramen, large", id: ID("line-0"), value: "€34.80")
      Cell("1 × Gyoza", id: ID("line-1"), value: "€5.80")
    }
    TextField("Voucher", id: ID("voucher"), text: "", placeholder: "5 * 4 letters").focused()
    Button("Check out", id: ID("checkout")).disabled()
  }.element

  private static let text = """
    screen #basket "Basket"
      list #lines "Lines"
        cell #line-0 "2 × Shoyu ramen, large" value: "€34.80"
        cell #line-1 "1 × Gyoza" value: "€5.80"
      textField #voucher "Voucher" value: "" placeholder: "5 * 4 letters"
      button #checkout "Check out" disabled
    """

  private func fits(_ text: String, _ tree: Element = basket) -> Bool { ExpectedTree(text).fits(tree) }

  private static func changed(_ old: String, _ new: String) -> String {
    text.replacing(old, with: new)
  }

  @Test("is each of its lines, with every state; the keyboard counts where the text says so")
  func exact() {
    #expect(fits(Self.text))
    #expect(fits(Self.basket.treeDescription), "as the app describes it, with the keyboard")
    #expect(!fits(Self.changed(" disabled", "")))
    #expect(!fits(Self.changed("ramen, large", "ramen")))
    #expect(!fits(Self.changed("    cell #line-0", "  cell #line-0")), "what is in it, is in it")
    #expect(!fits(Self.changed("Check out\" disabled", "Check out\" disabled focused")))
    #expect(!fits(Self.text + "\n  text \"more\""))
    #expect(!fits(Self.changed("\n  button #checkout \"Check out\" disabled", "")))
    #expect(!fits(""))
  }

  @Test("says that something is selected, or not")
  func selected() {
    let tree = Toggle("Extra egg", id: ID("egg"), isOn: true).element
    let text = tree.treeDescription
    #expect(text.contains(" selected") && fits(text, tree))
    #expect(!fits(text.replacing(" selected", with: ""), tree))
  }

  @Test("may leave out lines, wherever they are, with …")
  func gaps() {
    for text in [
      "…", "screen #basket \"Basket\"\n…", "…\n  button #checkout \"Check out\" disabled",
      Self.changed("    cell #line-1 \"1 × Gyoza\" value: \"€5.80\"", "    …"),
      "screen #basket \"Basket\"\n  …\n    cell #line-1 \"1 × Gyoza\" value: \"€5.80\"\n  …\n…",
      Self.text + "\n…",
    ] { #expect(fits(text), "\(text)") }
    for text in [
      "…\n  button #checkout \"Check out\"", "  list #lines \"Lines\"\n…",
      "…\n  button #checkout \"Check out\" disabled\n    cell #line-1 \"1 × Gyoza\" value: \"€5.80\"\n…",
      "screen #basket \"Basket … \"\n…",
    ] { #expect(!fits(text), "\(text)") }
  }

  @Test("may leave open characters of a text with *, and no more than one text")
  func wildcards() {
    #expect(fits(Self.changed("2 × Shoyu ramen, large", "* × *, large")))
    #expect(fits(Self.changed("€34.80", "€*.80")))
    #expect(fits(Self.changed("2 × Shoyu ramen, large", "*")))
    #expect(!fits(Self.changed("2 × Shoyu ramen, large\" value: \"€34.80", "2*0")), "two texts")
    #expect(!fits(Self.changed("2 × Shoyu ramen, large", "* × *, small")))
    #expect(!fits(Self.changed("line-0", "*")), "an identifier is no text")
    let quoted = Text("the \"new\" menu \\ of today").element
    #expect(fits("text \"the * menu * today\"", quoted))
    #expect(fits("text \"the \\\"*\\\" menu \\\\ of *\"", quoted))
    #expect(!fits("text \"the \\\"*\\\" menu of *\"", quoted))
  }

  @Test("has a star that is one, written as \\*")
  func stars() {
    #expect(fits(Self.changed("5 * 4", "5 \\* 4")))
    let other = Self.basket.mapElements { $0.placeholder = $0.placeholder.map { _ in "5 × 4 letters" } }
    #expect(fits(Self.text, other), "any character")
    #expect(!fits(Self.changed("5 * 4", "5 \\* 4"), other))
  }

  @Test("adapts to what is shown, and keeps what fits")
  func adapted() {
    let old = """
      screen #basket "Basket"
        …
          cell #line-1 "*" value: "€9.80"
          cell #line-2 "gone"
        textField #voucher "Voucher" value: "" placeholder: "*" focused
        button #checkout "Check out"
      """
    let new = ExpectedTree(old).adapted(to: Self.basket)
    #expect(
      new == """
        screen #basket "Basket"
          …
            cell #line-1 "1 × Gyoza" value: "€5.80"
          textField #voucher "Voucher" value: "" placeholder: "*" focused
          button #checkout "Check out" disabled
        """)
    #expect(fits(new))
    #expect(ExpectedTree("").adapted(to: Self.basket) == Self.changed("5 * 4", "5 \\* 4"))
    let other = "  textField #voucher \"Coupon\" focused"
    #expect(
      ExpectedTree("…\n\(other)\n…").adapted(to: Self.basket)
        == "…\n  textField #voucher \"Voucher\" value: \"\" placeholder: \"5 \\* 4 letters\" focused\n…")
  }

  @Test("keeps what fits where an element has moved, also around a gap", arguments: ["", "\n  …"])
  func moved(gap: String) {
    let tree = Screen("s", title: "S") {
      for word in ["Order 1", "Time 2", "At 3"] { Text(word).element }
      Button("Pay", id: ID("pay"))
    }.element
    let texts = "  text \"Order *\"\(gap)\n  text \"At *\""
    #expect(
      ExpectedTree("screen #s \"S\"\n  button #pay \"Pay\"\n\(texts)").adapted(to: tree)
        == "screen #s \"S\"\n"
        + (gap.isEmpty ? texts.replacing("\n", with: "\n  text \"Time 2\"\n") : texts)
        + "\n  button #pay \"Pay\"")
  }

  @Test("corrects a changed line behind a gap, also where lines are new behind it", arguments: [1, 2, 5])
  func changedBehindGap(new: Int) {
    let notes = (0..<new).map { Text("Note \($0)", id: "note-\($0)").element }
    let tree = Screen("basket", title: "Basket") {
      Cell("Ramen", id: ID("line-0"))
      Text("Count 0", id: "count")
      for note in notes { note }
      Button("Gone", id: ID("gone")).disabled()
      Button("Check out", id: ID("checkout"))
    }.element
    let old = """
      screen #basket "Basket"
      …
        text #count "Count 9"
        button #gone "Gone" disabled
        button #checkout "Check out"
      """
    let lines = notes.indices.map { "\n  text #note-\($0) \"Note \($0)\"" }.joined()
    #expect(
      ExpectedTree(old).adapted(to: tree)
        == old.replacing("text #count \"Count 9\"", with: "text #count \"Count 0\"\(lines)"))
  }

  @Test("corrects a line without an identifier behind a gap rather than to leave it out")
  func namelessBehindGap() {
    let tree = Screen("basket", title: "Basket") {
      Cell("Ramen", id: ID("line-0"))
      Text("Count 0")
      Cell("Note", id: ID("note"))
      Button("Check out", id: ID("checkout"))
    }.element
    let old = "screen #basket \"Basket\"\n…\n  text \"Count 9\"\n  button #checkout \"Check out\""
    #expect(
      ExpectedTree(old).adapted(to: tree)
        == old.replacing("Count 9\"", with: "Count 0\"\n  cell #note \"Note\""))
  }

  @Test("has the line of an element with another identifier in place of that which it had, also behind a gap")
  func renamed() {
    let old = "screen #basket \"Basket\"\n…\n  button #chekout \"Check out\" disabled"
    #expect(
      ExpectedTree(old).adapted(to: Self.basket)
        == old.replacing("chekout", with: "checkout"))
  }

  @Test("keeps what fits at both ends of a text of very many lines")
  func long() {
    func tree(_ word: String) -> Element {
      Screen("basket", title: "Basket") {
        for number in 0..<600 { Text("\(number)", id: "line-\(number)") }
        Text(word, id: "word")
        for number in 600..<1_200 { Text("\(number)", id: "line-\(number)") }
      }.element
    }
    let old = tree("old").treeDescription.replacing("\"599\"", with: "\"59*\"").replacing(
      "\"600\"", with: "\"60*\"")
    #expect(ExpectedTree(old).adapted(to: tree("new")) == old.replacing("\"old\"", with: "\"new\""))
  }

  @Test("takes no quotation mark of an identifier for the beginning of a text")
  func quotedIdentifier() {
    let disc = Cell("Vinyl red, now focused on", id: ID("disc-12\"")).element
    #expect(fits("cell #disc-12\" \"Vinyl *\"", disc))
    let tree = Cell("Vinyl blue", id: ID("disc-12\"")).focused().element
    #expect(
      ExpectedTree("cell #disc-12\" \"now focused on\"").adapted(to: tree) == "cell #disc-12\" \"Vinyl blue\""
    )
  }

  @Test("fits whatever it is adapted to, and then changes no more")
  func random() throws {
    let effort = try Effort()
    var random = effort.generator("snapshots")
    var changes = 0
    for _ in 0..<effort.rounds(300) {
      let (old, tree) = (Self.pattern(using: &random), Self.tree(using: &random))
      let new = ExpectedTree(old).adapted(to: tree)
      #expect(fits(new, tree), "\(old)\n\nfor\n\n\(tree.treeDescription)\n\nis\n\n\(new)")
      #expect(ExpectedTree(new).adapted(to: tree) == new)
      if fits(old, tree) { #expect(new == old) } else { changes += 1 }
    }
    effort.report("\(changes) texts adapted")
  }

  private static func tree(using random: inout some RandomNumberGenerator) -> Element {
    let labels = ["a", "b*", "\"c\"", "\\", ""]
    let children = (0..<Int.random(in: 0...5, using: &random)).map { number in
      Element(
        .text, id: Bool.random(using: &random) ? "t\(number)" : nil,
        label: labels.randomElement(using: &random) ?? "", isFocused: number == 3)
    }
    return Element(.screen, id: "s", label: labels.randomElement(using: &random) ?? "", children: children)
  }

  private static func pattern(using random: inout some RandomNumberGenerator) -> String {
    var lines = tree(using: &random).treeDescription.split(separator: "\n").map(String.init)
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      lines.insert("  …", at: Int.random(in: 0...lines.count, using: &random))
    }
    if Bool.random(using: &random) { lines = lines.map { $0.replacing("a", with: "*") } }
    return lines.joined(separator: "\n")
  }
}
