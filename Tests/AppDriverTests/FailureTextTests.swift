import ControlProtocol
import ElementTree
import Foundation
import Leaks
import Records
import TestSupport
import Testing

@testable import AppDriver

@Suite("What is read first of a failure")
struct FailureTextTests {
  private static func screen(_ count: Int) -> Element {
    Screen("menu", title: "Menu") {
      for number in 1...count { Text("Dish \(number)", id: "dish-\(number)") }
      Element(.button, id: "pay", label: "Pay")
    }.element
  }

  private func text(
    of trace: TestTrace, message: String = "wrong sum", file: String? = nil, name: String = "testPays"
  ) -> String {
    FailureText(
      test: TestIdentity(framework: .xcTest, id: "Shop.CartTests/\(name)", name: name), trace: trace,
      failure: TestFailure(message: message, file: file, line: file.map { _ in 7 })
    ).text
  }

  private func trace(_ screens: [Element]) -> TestTrace {
    var trace = TestTrace()
    trace.beginProcess()
    trace.beginOwnSteps()
    for (number, screen) in screens.enumerated() {
      let step = trace.add(
        "Tap \"\(number)\"", element: nil, at: CallPlace(file: "/shop/Red.swift", line: 20), depth: 0)
      trace.keep(screen, revision: number)
      trace.end(step, error: number == screens.count - 1 ? "nobody answers" : nil)
    }
    return trace
  }

  @Test("is its message and line, the last steps with what they changed, the screen, and how to go on")
  func whole() {
    let text = text(
      of: trace([1, 2, 2, 1, 1, 3].map(Self.screen)), file: "/shop/Red.swift")
    #expect(
      text == """
        # Shop.CartTests/testPays

        wrong sum

        At /shop/Red.swift:7
        The test asked something of the app last at /shop/Red.swift:20

        ## Last steps, after 1 others
        - Tap "1" (Red.swift:20)
          + text #dish-2 "Dish 2"
        - Tap "2" (Red.swift:20)
          changed nothing
        - Tap "3" (Red.swift:20)
          - text #dish-2 "Dish 2"
        - Tap "4" (Red.swift:20)
          changed nothing
        - Tap "5" (Red.swift:20)
          failed: nobody answers
          + text #dish-2 "Dish 2"
          + text #dish-3 "Dish 3"

        ## Screen
        ```
        screen #menu "Menu"
          text #dish-1 "Dish 1"
          text #dish-2 "Dish 2"
          text #dish-3 "Dish 3"
          button #pay "Pay"
        ```

        ## Again
        swift run cleanslate test --filter '^Shop\\.CartTests/testPays$'
        swift run cleanslate report --open 'Shop.CartTests/testPays'

        """)
  }

  @Test("says where the test asked last for something if nobody knows the line of the failure")
  func lastCall() {
    let text = text(of: trace([Self.screen(1)]))
    #expect(
      text.contains("wrong sum\n\nThe test asked something of the app last at /shop/Red.swift:20\n\n"))
    let bare = self.text(of: TestTrace())
    #expect(!bare.contains("The test asked") && bare.contains("## Again"))
    #expect(bare.contains("## Screen\nNot known: the test had not looked at it"))
  }

  @Test(
    "has at most 4 KB, however much there is to tell, and always says how to go on",
    arguments: [1, 10, 40, 1_000])
  func short(count: Int) {
    let message = String(repeating: "é wrong ", count: 40 * count)
    let text = text(
      of: trace([1, count, 1, count, 1, count].map(Self.screen)), message: message,
      file: "/shop/" + String(repeating: "folder/", count: 20) + "Red.swift",
      name: "test" + String(repeating: "X", count: min(count, 200)))
    #expect(text.utf8.count <= 4_096)
    #expect(text.contains("\n## Again\nswift run cleanslate test --filter '^Shop"))
    #expect(text.contains("button #pay") == (count < 100))
    #expect(text.contains(" lines more\n```") == (count >= 100), "\(text)")
  }

  @Test("has all its parts in 4 KB where each of them has much to tell", arguments: [10, 1_000])
  func crowded(count: Int) {
    let long = String(repeating: "much/", count: count)
    var trace = TestTrace()
    trace.beginProcess()
    trace.beginOwnSteps()
    for number in 0...5 {
      let place = CallPlace(file: "/shop/Red.swift", line: 20)
      let step = trace.add("Tap \(number) of \(long)", element: nil, at: place, depth: 0)
      trace.keep(Self.screen(1 + number % 2 * 40), revision: number)
      trace.end(step, error: long)
    }
    let requests = (1...3).map { number in
      var request = NetworkRequest(
        number: number, method: "GET", url: "https://shop.example/\(long)", headers: [:], body: nil,
        bodyBytes: 0, at: "")
      request.problem = long
      return TracedRequest(request, uptime: ProcessInfo.processInfo.systemUptime)
    }
    trace.keep(requests)
    let receipt = ResetReceipt(
      generation: 1, nanoseconds: 1, keptData: false, steps: [], cleared: [], survived: [], failures: [],
      abandonedWork: [], leaks: (1...3).map { Leak(type: long, name: "\($0)") }, notLookedInto: [])
    trace.endOwnSteps()
    trace.addReset(receipt, step: 6, since: .now, clock: nil)
    let text = text(
      of: trace, message: long + long, file: "/\(long)Red.swift",
      name: "test" + String(repeating: "X", count: min(count, 150)))
    #expect(text.utf8.count <= 4_096)
    for part in [
      "much/Red.swift:7\n", "## Last steps, after ", "- Tap 5 of ", "## Screen\n```\nscreen #menu",
      "## Requests without an answer\n- GET ", "## Left behind\n- much/",
      "## Again\nswift run cleanslate test ",
    ] { #expect(text.contains(part), "\(part) in \(text)") }
  }
}
