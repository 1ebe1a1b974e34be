import AppDriver
import Testing

@Suite("Two users of the shop")
struct TwoUsersTests {
  @Test(
    "have a basket each",
    .app("SampleShop", as: "ada", launchArguments: pastStartPage),
    .app("SampleShop", as: "ben", launchArguments: pastStartPage))
  func baskets() throws {
    let (ada, ben) = (try App.named("ada"), try App.named("ben"))
    try MenuPage(ada).waitUntilShown().find("soy ramen").open("ramen").choose("large").add.tap()
    try MenuPage(ada).waitUntilShown()
    #expect(MenuPage(ada).basketButton.exists)
    #expect(try MenuPage(ben).waitUntilShown().basketButton.exists == false)
    try ben.reset()
    #expect(MenuPage(ada).basketButton.exists)
  }
}
