import Foundation
import Processes
import TestSupport
import Testing

@Suite("cleanslate drives an app")
struct DriveTests {
  @Test("from its start to its end, and each action answers what it has changed")
  func journey() async throws {
    try await DriveShell.use { shell in
      let start = try await shell.does("run", "SampleShop", "--from", "fullBasket")
      #expect(
        start == """
          SampleShop runs. It ends when nobody has used it for 10 minutes, or by 'cleanslate stop'.
          screen #basket "Basket" allowsBack
            list #basket-lines
              cell #line-0 "2 × Shoyu ramen, large, another egg" value: "€34.80"
              cell #line-1 "1 × Gyoza" value: "€5.80"
              cell #line-2 "2 × Tiramisù" value: "€9.80"
            group #bill
              cell "Subtotal" value: "€50.40"
              cell "Voucher WELCOME10" value: "-€5.04"
              cell "Delivery" value: "free"
              cell "Total" value: "€45.36" primary
            group row
              button #remove-voucher "Remove voucher WELCOME10"
            group
              button #checkout "Check out" focused primary
          Screen: basket

          """)
      #expect(
        try await shell.does("tap", "remove-voucher") == """
          - cell "Voucher WELCOME10" value: "-€5.04"
          - cell "Total" value: "€45.36" primary
          + cell "Total" value: "€50.40" primary
          - button #remove-voucher "Remove voucher WELCOME10"
          + textField #voucher-code "Voucher" value: "" placeholder: "WELCOME10" focused
          + button #apply-voucher "Use it"
          - button #checkout "Check out" focused primary
          + button #checkout "Check out" primary
          Screen: basket

          """)
      #expect(
        try await shell.does("type", "voucher-code", "WELC") == """
          - textField #voucher-code "Voucher" value: "" placeholder: "WELCOME10" focused
          + textField #voucher-code "Voucher" value: "WELC" placeholder: "WELCOME10" focused
          Screen: basket

          """)
      let menu = try await shell.does("key", "esc")
      #expect(menu.hasPrefix("screen #menu") && menu.hasSuffix("Screen: menu\n"))
      #expect(menu.utf8.count <= 1024)
      #expect(try await shell.does("screen") == menu)
      #expect(try await shell.does("key", "ctrl-b").hasSuffix("Screen: basket\n"))
      #expect(try await shell.does("screen", "--json").contains(#""identifier":"basket-lines""#))
      #expect(try await shell.does("stop") == "SampleShop has ended.\n")
    }
  }

  @Test("and says what is wrong, and what would be right")
  func errors() async throws {
    try await DriveShell.use { shell in
      let none = try await shell.run("screen")
      #expect(none.status == .exited(69))
      #expect(
        none.complaints
          == "cleanslate screen: No app runs. Start one, as in 'cleanslate run SampleShop'.\n")
      try await shell.does("run", "SampleShop", "--from", "fullBasket")
      let other = try await shell.does("run", "SampleShop", "--json")
      #expect(other.hasPrefix(#"{"app":"SampleShop-2","process":"#))
      let several = try await shell.run("tap", "checkout")
      #expect(several.status == .exited(64))
      #expect(
        several.complaints
          == "2 apps run: SampleShop, SampleShop-2. Say which is meant: --app SampleShop. "
          + "See 'cleanslate tap --help'.\n")
      let typo = try await shell.run("tap", "chekout", "--app", "SampleShop")
      #expect(typo.status == .exited(1))
      #expect(
        typo.complaints.hasPrefix(
          "cleanslate tap: There is no element \"chekout\" on the screen \"basket\". Nearest: \"checkout\"."))
      let field = try await shell.run("type", "vouchr", "x", "--app", "SampleShop-2")
      #expect(field.complaints.contains("There is no element \"vouchr\" on the screen \"start-page\"."))
      let handle = try await shell.run("screen", "--app", "SampleShp")
      #expect(handle.status == .exited(69))
      #expect(handle.complaints.contains("Nearest: \"SampleShop\". There are: SampleShop, SampleShop-2."))
      for (words, complaint) in [
        (["tap"], "Missing ID: expected 'cleanslate tap ID'."),
        (["tap", ""], "ID is empty: expected 'cleanslate tap ID'."),
        (["tap", "a", "b"], "'b' is one word too many: expected 'cleanslate tap ID'."),
        (["tap", "a", "--ap", "b"], "Unknown option '--ap'. Did you mean '--app'?"),
        (["key", "enter"], "'enter' is no key"),
        (["run", "SampleShop", "--flag", "x"], "'x' is no flag: expected KEY=VALUE"),
        (["run", "SampleShop", "--pause-clock-at", "noon"], "'noon' is no time: expected one such as 2026"),
      ] {
        let outcome = try await shell.run(words + (words[0] == "key" ? ["--app", "SampleShop"] : []))
        #expect(outcome.status == .exited(64))
        #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
      }
      let flag = try await shell.run("run", "SampleShop", "--flag", "shop.newCheckot=true")
      #expect(flag.status == .exited(1))
      #expect(flag.complaints.contains("which no feature declares. Declared: \"shop.newCheckout\"."))
    }
  }
}
