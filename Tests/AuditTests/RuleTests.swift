import ElementTree
import TestSupport
import Testing

@testable import Audit

@Suite("The rules of an audit")
struct RuleTests {
  private func findings(_ rules: AuditRule..., @ElementBuilder of content: () -> [Element]) -> [String] {
    findings(in: Screen("basket", title: "Basket", content: content).element, rules)
  }

  private func findings(in tree: Element, _ rules: [AuditRule]) -> [String] {
    AccessibilityAudit.judge(tree).filter { rules.contains($0.rule) }.map {
      "\($0.element): \($0.message)"
    }
  }

  @Test("Keys lead to each control, and back")
  func reach() {
    let keyless = Element(.button, label: "Pay")
    #expect(
      findings(.unreachable, .focusTrap) {
        keyless
        Cell("Total", value: "€5.80")
        List("Dishes", id: "dishes") {
          for number in 1...30 { Cell("Dish \(number)", id: ID("dish-\(number)")) }
        }
        Row { for number in 1...3 { Button("Pay \(number)", id: ID("pay-\(number)")) } }
        Button("Help", id: ID("help")).traits(.floating)
      } == [
        "screen \"basket\" > button: The button has no identifier, so that no key leads to it. Give it one."
      ])
  }

  @Test("The keyboard goes on as people read")
  func order() {
    let tabs = TabBar(id: "tabs") {
      Tab("Menu", id: ID("menu"), isSelected: true)
      Tab("Basket", id: ID("basket"), isSelected: false)
    }.element
    let below = Screen("menu", title: "Menu") { Button("Add", id: ID("add")) }.element
    #expect(findings(in: Element(.window, children: [below, tabs]), [.focusOrder]) == [])
  }

  @Test("A text that is cut has a mark, and a place to read it whole")
  func cuts() {
    let long = "Take all of this home with me right now, please"
    #expect(
      findings(.cutText) {
        Button(long, id: ID("take"))
        Button(long, id: ID("never")).disabled()
        Cell(long, id: ID("row"))
        Cell(long, id: ID("off")).disabled()
        TextField("Name", id: ID("name"), text: long + long, placeholder: nil)
        TextField("Street", id: ID("street"), text: "", placeholder: long)
      } == [
        "never: \"\(long)\" is cut at 40 columns, and shown whole nowhere. Shorten it, or say the rest in a text.",
        "street: \"(\(long))\" is cut at 40 columns, and shown whole nowhere. Shorten it, or say the rest in a text.",
      ])
    #expect(
      findings(.cutText) {
        Button(long, id: ID("never")).disabled()
        Text("\(long).")
      } == [])
    #expect(
      findings(in: Screen("s", title: String(repeating: "word ", count: 20)) {}.element, [.cutText]) == [],
      "a title that is too long for the header stands below it, whole")
    #expect(
      findings(.cutText) {
        TextField(
          "Street and number", id: ID("street"), text: "", placeholder: "As it stands on your letter box")
        Element(
          .progress, id: "upload", label: "Uploading of your photos", value: "3 of 12 files are uploaded",
          fraction: 0.25)
      }.map { $0.split(separator: ",")[0] } == [
        "street: \"(As it stands on your letter box)\" is cut at 60 columns",
        "upload: \"Uploading of your photos    3 of 12 files are uploaded\" is cut at 60 columns",
      ], "beside its label it has less room than below it")
  }

  @Test("Neither colour alone nor the whole screen alone says what is chosen or meant")
  func meaning() {
    #expect(
      findings(.colourAlone, .plainSpeech) {
        Button("Large", id: ID("large")).selected()
        Cell("Delete", id: ID("delete")).traits(.destructive)
        Button("Erase", id: ID("erase")).traits(.destructive)
        Text("Too few").traits(.failure)
        Toggle("News", id: ID("news"), isOn: true)
        RadioButton("Small", id: ID("small"), isChosen: true)
        TextField("Name", id: ID("name"), text: "").disabled()
      } == [
        "large: Nothing says that the button is selected. Use a role that shows it, or say it in the label.",
        "delete: Colour alone says that the cell is a destructive. Use a role that shows it, or say it in the label.",
      ])
  }

  @Test("An error stands behind what can be corrected, or before all of it")
  func errors() {
    #expect(
      findings(.strayError) {
        Text("Something is wrong.").traits(.failure)
        TextField("Name", id: ID("name"), text: "")
        Text("A name has letters.", id: "error").traits(.failure)
        Text("And so on.")
        Text("Too many.", id: "stray").traits(.failure)
      } == [
        "stray: \"Too many.\" stands behind no field, so nobody knows what to correct. "
          + "Put it right behind the field, or the control, that it is about."
      ])
    #expect(
      findings(.strayError) {
        Text("The menu cannot be had.").traits(.failure)
        Button("Try again", id: ID("again"))
      } == [])
    #expect(
      findings(.strayError) {
        TextField("Name", id: ID("name"), text: "")
        Text("Too short.").traits(.failure)
        Text("It has no letter.").traits(.failure)
        Group { TextField("Street", id: ID("street"), text: "") }
        Text("As on the letter box.").traits(.secondary)
        Group { Text("Too long.").traits(.failure) }
      } == [], "several errors, a hint between, and an error in a group of its own")
    #expect(
      findings(.strayError) {
        Group {
          TextField("Name", id: ID("name"), text: "")
          Text("As on the door.").traits(.secondary)
        }
        Group { Text("Too short.").traits(.failure) }
        Text("It has no letter.").traits(.failure)
      } == [], "a hint behind the field in its group, and an error between that has one of its own")
    #expect(
      findings(.strayError) {
        TextField("Name", id: ID("name"), text: "")
        Text("Wrong.").traits(.failure)
        Text("And so on.")
        Text("Wrong.").traits(.failure)
      }.count == 1, "one of two that say the same")
  }

  @Test("Words name controls, and no sign draws in a text")
  func characters() {
    #expect(
      findings(.unclearCharacters, .plainSpeech) {
        Button("🗑", id: ID("bin"))
        Text("──── Total", id: "rule")
        Text("⣾ Loading", id: "wheel")
        Text("\u{E000} Team 👨‍👩‍👧", id: "team")
        Text("👨‍👩‍👧", id: "family")
        Text("ශ්‍රී", id: "letters")
        Text("می\u{200C}خواهم", id: "joiner")
        Text("α ± ① „…“", id: "ambiguous")
        Text("Check\u{200B}out", id: "space")
        Text("\u{200F}12.50\u{00A0}\u{200F}₪", id: "price")
        Text("\u{200E}\u{2212}۵", id: "number")
        Text("Name:\u{202E} Ada", id: "mark")
        Text("Deutsch 🇩🇪", id: "flag")
        Text("Heart \u{2764}\u{FE0E}", id: "selector")
        Image("A bowl", drawing: "╭─╮")
        Image("🍜", id: "picture", drawing: "╭─╮")
        Progress("⏳", id: "wait", fraction: 0.5)
      } == [
        "bin: \"🗑\" has no word. Say in a word what the button is.",
        "rule: \"─\" in \"──── Total\" is read out as the name of a sign. Use words, or a picture with a label.",
        "wheel: \"⣾\" in \"⣾ Loading\" is read out as the name of a sign. Use words, or a picture with a label.",
        "team: Terminals differ in how wide \"\u{E000}\" (U+E000) is. Use another character.",
        "family: Terminals differ in how wide \"👨‍👩‍👧\" (U+1F468 U+200D U+1F469 U+200D U+1F467) is. Use another character.",
        "space: Terminals differ in how wide \"\u{200B}\" (U+200B) is. Use another character.",
        "mark: Terminals differ in how wide \"\u{202E}\" (U+202E) is. Use another character.",
        "flag: Terminals differ in how wide \"🇩🇪\" (U+1F1E9 U+1F1EA) is. Use another character.",
        "selector: Terminals differ in how wide \"\u{2764}\u{FE0E}\" (U+2764 U+FE0E) is. Use another character.",
        "picture: \"🍜\" has no word. Say in a word what the image is.",
        "wait: \"⏳\" has no word. Say in a word what the progress is.",
      ])
  }

  @Test("A control that comes after one below it, because two have one identifier, is found")
  func backwards() {
    #expect(
      findings(.focusOrder) {
        Button("Pay", id: ID("pay"))
        Button("Leave", id: ID("leave"))
        Button("Pay later", id: ID("pay"))
      } == [
        "pay: The keyboard comes to \"pay\" after \"leave\", which stands behind it. "
          + "Put them in the order in which they are read."
      ])
  }

  @Test("A control that no key leads to, and one that none leads away from back to, are found")
  func floatingList() {
    func found(_ focused: String) -> [String] {
      let list = List("Tools", id: "tools") {
        Cell("Pen", id: ID("pen"))
        Cell("Ink", id: ID("ink"))
      }.traits(.floating).element
      let screen = Screen("desk", title: "Desk") { Button("Help", id: ID("help")) }.element
      let tree = Element(.window, children: [screen, list])
      return findings(
        in: tree.mapElements { $0.isFocused = $0.identifier == focused }, [.unreachable, .focusTrap])
    }
    #expect(
      found("help") == ["ink: No key leads to the cell. Give it a place among the others."])
    #expect(
      found("ink") == [
        "help: No key leads away from the button again.", "pen: No key leads away from the cell again.",
      ])
  }

  private func nested(_ depth: Int) -> Element {
    Element(.cell, id: "deep-\(depth)", label: "Deep", children: depth == 0 ? [] : [nested(depth - 1)])
  }

  @Test("A control that is nested too deep for its column is found on cells of the one beside it")
  func crowded() {
    let tall = Element(.toggle, id: "tall", label: String(repeating: "word ", count: 200))
    let row = Element(.group, traits: [.row], children: [nested(13), tall])
    let found = findings(in: Element(.screen, id: "s", label: "S", children: [row]), [.overlap, .offScreen])
    #expect(found == ["deep-0: It takes cells of \"tall\" at 60 columns. Part them."])
  }

  @Test("A control that is nested too deep for the screen is found beside it")
  func tooDeep() {
    let found = findings(
      in: Element(.screen, id: "s", label: "S", children: [nested(18)]), [.overlap, .offScreen])
    #expect(
      found == ["deep-0: The cell is not on the screen at 40 columns. Give it a line of its own."])
  }

  @Test("What nobody could judge is told")
  func notJudged() {
    #expect(
      AccessibilityAudit.notJudged == [
        "contrast: the palette of the user's terminal decides how its colours look, so the ratio is not known."
      ])
  }
}

@Suite("The rules of a change")
struct ChangeRuleTests {
  private func screen(@ElementBuilder _ content: () -> [Element]) -> Element {
    Screen("basket", title: "Basket", content: content).element
  }

  @Test("What had the keyboard does not go without giving it on")
  func focus() {
    let before = screen {
      Button("Remove", id: ID("remove")).focused()
      Button("Pay", id: ID("pay"))
    }
    let lost = screen { Button("Pay", id: ID("pay")) }
    #expect(
      AccessibilityAudit.judge(from: before, to: lost) == [
        AuditFinding(
          rule: .focusLost, screen: "basket", element: "remove",
          message: "\"remove\" had the keyboard and went, and nothing has the keyboard now. "
            + "Give it to what stands nearest.")
      ])
    let kept = screen { Button("Pay", id: ID("pay")).focused() }
    #expect(AccessibilityAudit.judge(from: before, to: kept) == [])
    let other = Screen("menu", title: "Menu") { Button("Pay", id: ID("pay")) }.element
    #expect(AccessibilityAudit.judge(from: before, to: other) == [], "a new screen begins anew")
  }

  @Test("A change that plain mode does not say is found, and what has the keyboard is none")
  func unsaid() {
    func picture(_ drawing: String, isFocused: Bool = false) -> Element {
      screen {
        Image("The oven", id: "oven", drawing: drawing)
        if isFocused {
          Button("Open", id: ID("open")).focused()
        } else {
          Button("Open", id: ID("open"))
        }
      }
    }
    #expect(
      AccessibilityAudit.judge(from: picture("cold"), to: picture("hot")) == [
        AuditFinding(
          rule: .unsaidChange, screen: "basket", element: "oven",
          message:
            "The image has changed, and plain mode says nothing of it. Say in its label what the change means."
        )
      ])
    #expect(AccessibilityAudit.judge(from: picture("cold"), to: picture("cold", isFocused: true)) == [])
  }

  @Test("A change that nobody sees, or that plain mode says in a line of its own, is none")
  func unseen() {
    func loading(_ fraction: Double, back: Bool = true) -> Element {
      Screen("basket", title: "Basket", allowsBack: back) {
        Progress("Loading", id: "load", fraction: fraction)
      }.element
    }
    #expect(AccessibilityAudit.judge(from: loading(0.501), to: loading(0.503)) == [])
    #expect(AccessibilityAudit.judge(from: loading(0.5), to: loading(0.5, back: false)) == [])
    #expect(AccessibilityAudit.judge(from: loading(0.5, back: false), to: loading(0.5)) == [])
    func baking(_ fraction: Double) -> Element {
      screen { Element(.progress, id: "bake", label: "Baking", value: "hot", fraction: fraction) }
    }
    #expect(AccessibilityAudit.judge(from: baking(0.2), to: baking(0.9)).map(\.element) == ["bake"])
  }

  @Test("A change that plain mode does not say is found beside one that it says, and not behind an alert")
  func besides() {
    func window(_ drawing: String, _ text: String, asks: Bool = false) -> Element {
      let content = screen {
        Image("The oven", id: "oven", drawing: drawing)
        Text(text, id: "text")
      }
      let alert = Alert("Open it?", id: "open") { Button("Open", id: ID("yes")) }.element
      return Element(.window, children: asks ? [content, alert] : [content])
    }
    let found = AccessibilityAudit.judge(from: window("cold", "8:00"), to: window("hot", "8:01"))
    #expect(found.map(\.rule) == [.unsaidChange] && found.map(\.element) == ["oven"])
    #expect(AccessibilityAudit.judge(from: window("cold", "8:00"), to: window("cold", "8:01")) == [])
    #expect(
      AccessibilityAudit.judge(
        from: window("cold", "8:00", asks: true), to: window("hot", "8:01", asks: true))
        == [])
  }
}
