import AppDriver
import Testing

@Suite("RecordedVoucher", .app("SampleShop", launchArguments: ["--from", "fullBasket"]))
struct RecordedVoucherTests {
  @Test("goes from basket to basket")
  func journey() throws {
    let app = try App.current
    try BasketPage(app).waitUntilShown().tapRemoveVoucher()
    try BasketPage(app).typeVoucherCode("WELCOME10")
    try BasketPage(app).tapApplyVoucher()
    #expect(app.screen == "basket")
  }
}

extension RecordedVoucherTests {
  final class BasketPage: PageObject {
    override var identifier: String { "basket" }
    func tapRemoveVoucher() throws { try app.buttons["remove-voucher"].tap() }
    func typeVoucherCode(_ text: String) throws { try app.textFields["voucher-code"].typeText(text) }
    func tapApplyVoucher() throws { try app.buttons["apply-voucher"].tap() }
  }
}
