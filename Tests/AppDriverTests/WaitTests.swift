import ElementTree
import Processes
import Synchronization
import Testing

import enum TestSupport.OwnThread

@testable import AppDriver

@Suite("Waits")
struct WaitTests {
  private static func tree(_ value: String?) -> Element {
    Element(
      .window,
      children: [
        Screen("upload", title: "Upload") {
          if let value { Element(.progress, id: "bar", label: "Done", value: value) }
        }.element
      ])
  }

  private func launched(_ tree: Element, next: [Element] = []) throws -> (FakeApp, App) {
    let fake = try FakeApp(tree)
    let app = fake.makeApp()
    try app.launch()
    fake.stage.withLock { $0.next = next }
    return (fake, app)
  }

  private final class UploadPage: PageObject {
    override var identifier: String { "upload" }
  }

  @Test("ask for the next drawing until the condition holds")
  func value() throws {
    let (fake, app) = try launched(Self.tree(nil), next: [Self.tree("0%"), Self.tree("100%")])
    #expect(app.progressIndicators["bar"].wait(for: "100%", timeout: 20))
    let polls = fake.requests.filter { $0.hasPrefix("GET /tree") }
    #expect(polls.count == 3)
    #expect(polls.first == "GET /tree")
    #expect(polls[1].hasPrefix("GET /tree?after=1&timeout="))
    #expect(polls[2].hasPrefix("GET /tree?after=2&timeout="))
  }

  @Test("end when the element comes or goes")
  func existence() throws {
    let (fake, app) = try launched(Self.tree(nil), next: [Self.tree("0%"), Self.tree(nil)])
    #expect(app.progressIndicators["bar"].waitForExistence(timeout: 20))
    #expect(app.progressIndicators["bar"].waitForNonExistence(timeout: 20))
    _ = fake
  }

  @Test("take an element that is there twice for there, and wait until none is left")
  func several() throws {
    let twice = Element(.window, children: [Self.tree("0%"), Self.tree("0%")])
    let (fake, app) = try launched(Self.tree(nil), next: [twice, Self.tree("0%"), Self.tree(nil)])
    #expect(app.progressIndicators["bar"].waitForExistence(timeout: 20))
    try PageObject(app).waitForElementToExist(app.progressIndicators["bar"])
    try Unknown.expect(1, "2 elements fit progress \"bar\"") {
      #expect(!app.progressIndicators["bar"].wait(for: "0%", timeout: 20))
    }
    #expect(app.progressIndicators["bar"].waitForNonExistence(timeout: 20))
    #expect(fake.stage.withLock(\.next) == [])
  }

  @Test("answer at once, without waiting, where there is no time")
  func noTime() throws {
    let (fake, app) = try launched(Self.tree(nil))
    #expect(!app.progressIndicators["bar"].waitForExistence(timeout: 0))
    #expect(app.progressIndicators["bar"].waitForNonExistence(timeout: 0))
    #expect(fake.requests.filter { $0.contains("?") } == [])
  }

  @Test("of page objects say what did not happen, and what the app was busy with")
  func pageObject() throws {
    let (fake, app) = try launched(Self.tree("0%"))
    let page = try UploadPage(app).waitUntilShown()
    try page.waitForElementToExist(app.progressIndicators["bar"])
    try page.waitForElementValueToExist(app.progressIndicators["bar"], value: "0%")
    let error = #expect(throws: WaitError.self) {
      try page.waitForElementToNotExist(
        app.progressIndicators["bar"], timeout: 0)
    }
    #expect(
      error?.description == """
        Waited 0.0 s for the progress "bar" to be gone. \
        The app is busy with upload (Shop/Cart.swift:7) and shows:
        window
          screen #upload "Upload"
            progress #bar "Done" value: "0%"
        """)
    _ = fake
  }

  @Test("go on in the process that takes the place of the one they began with")
  func relaunched() async throws {
    let (fake, app) = try launched(Self.tree(nil))
    let isThere = try await OwnThread.run {
      let wait = Task(executorPreference: BlockingExecutor.shared) {
        app.progressIndicators["bar"].waitForExistence(timeout: 86_400)
      }
      while !fake.requests.contains(where: { $0.hasPrefix("GET /tree?") }) { await Task.yield() }
      try app.relaunch(reason: "a look at those who wait")
      fake.stage.withLock { $0.show(Self.tree("0%")) }
      return await wait.value
    }
    #expect(isThere)
  }

  @Test("end soon after the task is cancelled that waits")
  func cancelled() async throws {
    let (fake, app) = try launched(Self.tree(nil))
    let (isThere, duration) = await OwnThread.run {
      let wait = Task(executorPreference: BlockingExecutor.shared) {
        let start = ContinuousClock.now
        let isThere = app.progressIndicators["bar"].waitForExistence(timeout: 600)
        return (isThere, duration: ContinuousClock.now - start)
      }
      while !fake.requests.contains(where: { $0.hasPrefix("GET /tree?") }) { await Task.yield() }
      wait.cancel()
      return await wait.value
    }
    #expect(!isThere && duration < .seconds(300))
    let page = Task(executorPreference: BlockingExecutor.shared) {
      withUnsafeCurrentTask { $0?.cancel() }
      try UploadPage(app).waitForElementToExist(app.progressIndicators["bar"], timeout: 600)
    }
    await #expect(throws: CancellationError.self, "it has not waited 600 s") { try await page.value }
  }

  @Test("for a page need the screen that it is of")
  func nameless() throws {
    let (fake, app) = try launched(Self.tree("0%"))
    let error = #expect(throws: ElementError.self) { try PageObject(app).waitUntilShown() }
    #expect(error?.description == "PageObject names no screen: override `identifier`.")
    _ = fake
  }

  @Test("are not held up by one another")
  func parallel() async throws {
    let (fake, app) = try launched(Self.tree("0%"))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask { app.progressIndicators["bar"].waitForExistence(timeout: 20) }
      }
      for try await result in group { #expect(result) }
    }
    _ = fake
  }
}
