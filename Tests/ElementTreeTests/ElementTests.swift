import ElementTree
import Testing

import struct TestSupport.ID

@Suite("A tree of elements")
struct ElementTests {
  private let tree = Element(
    .window, label: "Sample",
    children: [
      Screen("sign-in", title: "Sign in", allowsBack: true) {
        Text("Who are you?", id: "headline").traits(.heading)
        TextField("Name", id: ID("name"), text: "Ada", placeholder: "Your name").focused()
        SecureField("Password", id: ID("password"), text: "pass\"word")
        Row {
          Button("Go on", id: ID("go-on")).traits(.primary).disabled()
          Toggle("Stay", id: ID("stay"), isOn: true)
        }
        Progress("Step", fraction: 0.335)
        Image("A lock", drawing: "[ ]\n[o]")
      }.element
    ])

  @Test("describes itself as one line for each element, secrets as dots and drawings by their label")
  func description() {
    #expect(
      tree.treeDescription == """
        window "Sample"
          screen #sign-in "Sign in" allowsBack
            text #headline "Who are you?" heading
            textField #name "Name" value: "Ada" placeholder: "Your name" focused
            secureField #password "Password" value: "•••••••••"
            group row
              button #go-on "Go on" disabled primary
              toggle #stay "Stay" value: "on" selected
            progress "Step" value: "34%"
            image "A lock"
        """)
  }

  @Test("makes quotation marks, line ends and control characters visible in its description")
  func escapes() {
    #expect(Element(.text, label: "a\"b\\c\n\u{1B}[0m").description == #"text "a\"b\\c\n\u{1b}[0m""#)
  }

  @Test("finds elements by identifier in reading order")
  func search() {
    #expect(
      tree.identifiers == ["sign-in", "headline", "name", "password", "go-on", "stay"])
    #expect(tree.first(withIdentifier: "stay")?.isSelected == true)
    #expect(tree.first(withIdentifier: "nothing") == nil)
    #expect(tree.screen?.identifier == "sign-in")
  }

  @Test("equals a tree that shows the same but was written elsewhere")
  func equality() {
    let one = Text("a", line: 1).element
    let other = Text("a", line: 2).element
    #expect(one.origin != other.origin)
    #expect(one == other)
    #expect(one != Text("b").element)
    #expect(one != one.selected())
  }

  @Test("holds a progress between nothing and all, whatever it is given")
  func progress() {
    #expect(
      [-1, 0.004, 0.5, 7, .nan].map { Progress("", fraction: $0).element.value } == [
        "0%", "0%", "50%", "100%", "0%",
      ])
  }

  @Test("is built with conditions and loops")
  func builder() {
    func screen(_ isLong: Bool) -> [String] {
      Screen("s", title: "") {
        if isLong {
          for number in 1...2 { Text("\(number)") }
        } else {
          Text("short")
        }
        if isLong { Text("end") }
      }.element.children.map(\.label)
    }
    #expect(screen(true) == ["1", "2", "end"])
    #expect(screen(false) == ["short"])
  }
}
