import ElementTree
import Testing

import struct TestSupport.ID

@testable import TerminalUI

enum Samples {
  static let welcome = Screen("welcome", title: "Welcome") {
    Text("Cook what you have").traits(.heading)
    Text("It knows what is in your fridge, and never asks for an onion that you do not have.")
    Group {
      Button("Continue", id: ID("continue")).traits(.primary)
      Button("Skip", id: ID("skip")).disabled()
    }
  }.element
  static let form = Screen("profile", title: "Profile", allowsBack: true) {
    TextField("Name", id: ID("name"), text: "", placeholder: "Your name")
    SecureField("Password", id: ID("password"), text: "secret")
    Text("Please enter your name; your guests will see it on the menu.").traits(.failure)
    Toggle("News", id: ID("news"), isOn: true)
    Toggle("Offers", id: ID("offers"), isOn: false).disabled()
    Row {
      Button("Save", id: ID("save")).traits(.primary)
      Button("Delete", id: ID("delete")).traits(.destructive)
    }
  }.element
  static let list = Screen("recipes", title: "Recipes") {
    Text("What to cook today")
    List("All", id: "all") {
      for number in 1...30 {
        Cell("Recipe \(number)", id: ID("r\(number)"), value: "\(number) min").selected(number == 2)
      }
    }
    Button("Close", id: ID("close"))
  }.element
  static let alert = Element(
    .window,
    children: [
      welcome,
      Alert("Delete the order?", id: "sure") {
        Text("It cannot be brought back.")
        Row {
          Button("Delete", id: ID("yes")).traits(.destructive)
          Button("Keep", id: ID("no")).traits(.primary)
        }
      }.element,
    ])
  static let tabs = Element(
    .window,
    children: [
      TabBar(id: "tabs") {
        Tab("Home", id: ID("home"), isSelected: true)
        Tab("Orders", id: ID("orders"), isSelected: false, badge: "2")
      }.element,
      Screen("start", title: "家") {
        Text("料理を食べる and 🍜")
        Progress("Import", fraction: 0.5)
        Image("A bowl", drawing: "\\___/")
        Text("Saved.").traits(.success)
        Text("Nearly empty.").traits(.warning)
      }.element,
    ])
}

@Suite("Screens at 80 by 24")
struct WideLayoutTests {
  @Test("Text and buttons, with a header and a footer")
  func welcome() {
    #expect(
      screen(Samples.welcome, columns: 80, rows: 24).text == """
            Kitchen                                                          Welcome
        ────────────────────────────────────────────────────────────────────────────────

            Cook what you have
            It knows what is in your fridge, and never asks for an onion that you do
            not have.

            [ Continue ]
            ( Skip )














            Enter Select  ? Keys  Ctrl-C Quit
        """)
  }

  @Test("A form with an error; labels and boxes stand in line")
  func form() {
    #expect(
      screen(Samples.form, columns: 80, rows: 24).body.text == """
            Name      ┃(Your name)                                     ┃
            Password  │••••••                                          │
            ! Please enter your name; your guests will see it on the menu.

            [x] News
            ┊ ┊ Offers

            [ Save ]  [ × Delete ]
        """)
  }

  @Test("A list that is too long scrolls by itself, to the focused row")
  func list() {
    #expect(
      screen(Samples.list, columns: 80, rows: 24, focused: "r20").body.text == """
            What to cook today

            All
              Recipe 7                                                       7 min │
              Recipe 8                                                       8 min │
              Recipe 9                                                       9 min │
              Recipe 10                                                     10 min ┃
              Recipe 11                                                     11 min ┃
              Recipe 12                                                     12 min ┃
              Recipe 13                                                     13 min ┃
              Recipe 14                                                     14 min ┃
              Recipe 15                                                     15 min ┃
              Recipe 16                                                     16 min │
              Recipe 17                                                     17 min │
              Recipe 18                                                     18 min │
              Recipe 19                                                     19 min │
            ▸ Recipe 20                                                     20 min │

            [ Close ]
        """)
  }

  @Test("An alert stands in a box in front of the screen")
  func alert() {
    #expect(
      screen(Samples.alert, columns: 80, rows: 24).text == """
            Kitchen                                                          Welcome
        ────────────────────────────────────────────────────────────────────────────────

            Cook what you have
            It knows what is in your fridge, and never asks for an onion that you do
            not have.

            [ Continue ]
            ( Skip )            ╭──────────────────────────────╮
                                │                              │
                                │  Delete the order?           │
                                │                              │
                                │  It cannot be brought back.  │
                                │                              │
                                │  [ × Delete ]  [ Keep ]      │
                                │                              │
                                ╰──────────────────────────────╯






            Tab Next  Enter Select  Esc Close  ? Keys  Ctrl-C Quit
        """)
  }

  @Test("Tabs, wide characters, progress, a picture and news")
  func tabs() {
    #expect(
      screen(Samples.tabs, columns: 80, rows: 24).body.text == """
             Home  Orders (2)
            ━━━━━━──────────────────────────────────────────────────────────────────

            料理を食べる and 🍜

            Import  ████████████████████████░░░░░░░░░░░░░░░░░░░░░░░░  50%

                                             \\___/

            ✓ Saved.
            ▲ Nearly empty.
        """)
  }
}

@Suite("Screens at 40 by 10")
struct NarrowLayoutTests {
  @Test("Text and buttons without empty lines")
  func welcome() {
    #expect(
      screen(Samples.welcome, columns: 40, rows: 10).text == """
          Kitchen                      Welcome
          Cook what you have
          It knows what is in your fridge, and
          never asks for an onion that you do
          not have.
          [ Continue ]
          ( Skip )


          Enter Select  ? Keys  Ctrl-C Quit
        """)
  }

  @Test("A form that fills the page")
  func form() {
    #expect(
      screen(Samples.form, columns: 40, rows: 10).text == """
          Kitchen                      Profile
          Name      ┃(Your name)             ┃
          Password  │••••••                  │
          ! Please enter your name; your
            guests will see it on the menu.
          [x] News
          ┊ ┊ Offers
          [ Save ]  [ × Delete ]

          Enter Next  Esc Back  Ctrl-C Quit
        """)
    #expect(
      screen(Samples.form, columns: 40, rows: 7, focused: "save").body.text == """
          ! Please enter your name; your       │
            guests will see it on the menu.    │
          [x] News                             ┃
          ┊ ┊ Offers                           ┃
          [ Save ]  [ × Delete ]               ┃
        """)
  }

  @Test("A list between what stands above and below it")
  func list() {
    #expect(
      screen(Samples.list, columns: 40, rows: 10, focused: "r30").text == """
          Kitchen                      Recipes
          What to cook today
          All
            Recipe 26                 26 min │
            Recipe 27                 27 min │
            Recipe 28                 28 min │
            Recipe 29                 29 min │
          ▸ Recipe 30                 30 min ┃
          [ Close ]
          Tab Next  Enter Select  Ctrl-C Quit
        """)
  }

  @Test("An alert over nearly everything")
  func alert() {
    #expect(
      screen(Samples.alert, columns: 40, rows: 10).text == """
          Kitchen                      Welcome
          Cook what you have
          It╭──────────────────────────────╮nd
          ne│  Delete the order?           │o
          no│  It cannot be brought back.  │
          [ │  [ × Delete ]  [ Keep ]      │
          ( ╰──────────────────────────────╯


          Enter Select  Esc Close  Ctrl-C Quit
        """)
  }

  @Test("Tabs keep their place while the page scrolls")
  func tabs() {
    #expect(
      screen(Samples.tabs, columns: 40, rows: 10).text == """
          Kitchen                           家
           Home  Orders (2)
          ━━━━━━──────────────────────────────
          料理を食べる and 🍜
          Import  ███████████░░░░░░░░░░░  50%
                         \\___/
          ✓ Saved.
          ▲ Nearly empty.

          Tab Next  Enter Select  Ctrl-C Quit
        """)
  }
}
