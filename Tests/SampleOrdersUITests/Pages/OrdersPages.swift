import AppDriver

/// The launch arguments that lead past the sample's start page.
let pastStartPage = ["--from", "here"]

final class OrdersPage: PageObject {
  override var identifier: String { "orders" }

  var search: AppElement { app.textFields["search"] }
  var noMatch: AppElement { app.staticTexts["no-match"] }
  var empty: AppElement { app.staticTexts["empty"] }
  var latestElsewhere: AppElement { app.staticTexts["latest-order"] }

  func problem(_ number: Int) -> AppElement { app.staticTexts["problem-\(number)"] }
  func row(_ number: Int) -> AppElement { app.cells["order-\(number)"] }

  func open(_ number: Int) throws -> OrderPage {
    try row(number).tap()
    return try OrderPage(app).waitUntilShown()
  }
}

final class OrderPage: PageObject {
  override var identifier: String { "order" }

  var status: AppElement { app.staticTexts["status"] }
  var total: AppElement { app.cells["Total"] }
  var notice: AppElement { app.staticTexts["notice"] }
  var rating: AppElement { app.staticTexts["rating"] }
  var reorder: AppElement { app.buttons["reorder"] }
  var cancel: AppElement { app.buttons["cancel-order"] }
  var undo: AppElement { app.buttons["undo-delete"] }

  func note(_ id: Int) -> AppElement { app.cells["note-\(id)"] }
  func star(_ number: Int) -> AppElement { app.radioButtons["rate-\(number)"] }

  func addNote() throws -> NotePage {
    try app.buttons["add-note"].tap()
    return try NotePage(app).waitUntilShown()
  }

  func edit(note id: Int) throws -> NotePage {
    try note(id).tap()
    return try NotePage(app).waitUntilShown()
  }

  func confirmCancelling() throws {
    try cancel.tap()
    try app.buttons["confirm-cancel"].tap()
  }

  func goBack() throws -> OrdersPage {
    try app.back()
    return try OrdersPage(app).waitUntilShown()
  }
}

final class NotePage: PageObject {
  override var identifier: String { "order-note" }

  var text: AppElement { app.textFields["note-text"] }
  var saveButton: AppElement { app.buttons["save-note"] }

  func save(_ words: String) throws -> OrderPage {
    try text.replaceText(words)
    try saveButton.tap()
    return try OrderPage(app).waitUntilShown()
  }

  func delete() throws -> OrderPage {
    try app.buttons["delete-note"].tap()
    return try OrderPage(app).waitUntilShown()
  }
}
