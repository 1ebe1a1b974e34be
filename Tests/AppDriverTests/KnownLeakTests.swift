import ControlProtocol
import Leaks
import Testing

@testable import AppDriver

@Suite("Leaks that a test knows of")
struct KnownLeakTests {
  private static let cycle = "held in a cycle: Cart.onChange (closure) captures Cart"
  private static let outside = "held from outside by 1 strong reference"

  private static func cart(
    _ generation: Int, _ details: String..., name: String = "session.cart"
  ) -> Leak {
    Leak(
      type: "Cart", name: name, generation: generation,
      holders: details.contains(cycle)
        ? [LeakHolder(.cycle, LeakPath(["Cart.onChange (closure)", "Cart"]))] : [],
      heldFromOutside: details.contains(outside) ? 1 : 0,
      holds: details.contains("holds Line") ? ["Line": 1] : [:])
  }

  private static func receipt(
    _ generation: Int, _ leaks: Leak..., work: [String] = []
  ) -> ResetReceipt {
    ResetReceipt(
      generation: generation, nanoseconds: 1, keptData: false, steps: [], cleared: [], survived: [],
      failures: [], abandonedWork: work, leaks: leaks, notLookedInto: [])
  }

  /// What a test that begins with such lines has to answer for after such receipts.
  private static func complaints(_ known: [KnownLeak], _ receipts: ResetReceipt...) -> [String] {
    var slate = SlateRecord()
    for line in known { slate.add(line) }
    for receipt in receipts { slate.add(receipt, launch: 1) }
    return slate.complaints
  }

  @Test("are accepted once, and the second fails the test as a leak that nobody expected")
  func second() {
    let known = [KnownLeak("Cart", reason: "r")]
    #expect(Self.complaints(known, Self.receipt(2, Self.cart(1))) == [])
    #expect(
      Self.complaints(known, Self.receipt(2, Self.cart(1)), Self.receipt(3, Self.cart(1), Self.cart(2)))
        == ["leaked: Cart (session.cart, generation 2) is alive after the reset"])
    #expect(
      Self.complaints(known, Self.receipt(2, Self.cart(1, Self.cycle), Self.cart(1, Self.outside))) == [
        """
        leaked: Cart (session.cart, generation 1) is alive after the reset
          held from outside by 1 strong reference
        """
      ])
  }

  @Test("are known by their type with its module, or without")
  func module() {
    let leak = Leak(type: "Shop.Cart", name: "session.cart", generation: 1)
    for what in ["Cart", "Shop.Cart", "Cart session.cart", "*.Cart"] {
      #expect(Self.complaints([KnownLeak(what, reason: "r")], Self.receipt(2, leak)) == [], "\(what)")
    }
    #expect(Self.complaints([KnownLeak("Fleet.Cart", reason: "r")], Self.receipt(2, leak)).count == 2)
  }

  @Test("are told with the way out where something of the process holds them")
  func wayOut() {
    let leak = Leak(
      type: "Cart", name: "session.cart", generation: 1,
      holders: [LeakHolder(.root, LeakPath(["static Till.shared", "cart", "Cart"]))])
    #expect(
      Self.complaints([], Self.receipt(2, leak)) == [
        """
        leaked: Cart (session.cart, generation 1) is alive after the reset
          held by static Till.shared -> cart -> Cart
          let go of it when the session ends, or allow it in the app: \
        leaks.expectedToSurvive(Cart.self, reason: …)
        """
      ])
  }

  @Test("are one leak at all resets that see it, whoever holds it by then")
  func seenAgain() {
    let receipts = (
      Self.receipt(2, Self.cart(1, Self.cycle)), Self.receipt(3, Self.cart(1, Self.outside)),
      Self.receipt(4, Self.cart(1))
    )
    let known = [KnownLeak("Cart", holder: Self.cycle, reason: "r")]
    #expect(Self.complaints(known, receipts.0, receipts.1, receipts.2) == [])
    #expect(
      Self.complaints([], receipts.0, receipts.1, receipts.2) == [
        """
        leaked: Cart (session.cart, generation 1) is alive after the reset
          held in a cycle: Cart.onChange (closure) captures Cart
        """
      ])
  }

  @Test("are two where one receipt has two equals, however many the others have")
  func equals() {
    let (one, two) = (Self.receipt(2, Self.cart(1)), Self.receipt(3, Self.cart(1), Self.cart(1)))
    #expect(Self.complaints([KnownLeak("Cart", count: 2, reason: "r")], one, two, one) == [])
    #expect(
      Self.complaints([KnownLeak("Cart", reason: "r")], one, two, one)
        == ["leaked: Cart (session.cart, generation 1) is alive after the reset"])
  }

  @Test("are two where a second process leaks the same")
  func processes() {
    var slate = SlateRecord()
    slate.add(Self.receipt(2, Self.cart(1)), launch: 1)
    slate.add(Self.receipt(2, Self.cart(1)), launch: 2)
    #expect(slate.leaks.count == 2)
    slate.add(KnownLeak("Cart", reason: "r"))
    #expect(slate.complaints == ["leaked: Cart (session.cart, generation 1) is alive after the reset"])
  }

  @Test("are as many as the count says, or as lines say the same")
  func counts() {
    let three = Self.receipt(4, Self.cart(1), Self.cart(2), Self.cart(3))
    #expect(Self.complaints([KnownLeak("Cart", count: 3, reason: "r")], three) == [])
    let line = KnownLeak("Cart", reason: "r")
    #expect(Self.complaints([line, line, line], three) == [])
    #expect(Self.complaints([KnownLeak("Cart", count: 2, reason: "r"), line], three) == [])
    #expect(Self.complaints([line, KnownLeak("Cart", count: 2, reason: "another")], three) == [])
    #expect(
      Self.complaints([KnownLeak("Cart", count: .max, reason: "r"), line], three) == [
        "knownLeak(\"Cart\"): of \(Int.max) that it accepts, only 3 leaked. "
          + "Lower the count to 3, or take a line out (it said: r)"
      ])
  }

  @Test("fail the test when fewer leak, and say what to do about the line")
  func fewer() {
    let one = Self.receipt(2, Self.cart(1, Self.cycle))
    #expect(
      Self.complaints([KnownLeak("Cart", count: 3, reason: "the cart is being rebuilt")], one) == [
        """
        knownLeak("Cart"): of 3 that it accepts, only 1 leaked. Lower the count to 1 \
        (it said: the cart is being rebuilt)
        """
      ])
    let line = KnownLeak("Cart", holder: "held in a cycle: *", reason: "r")
    #expect(
      Self.complaints([line, line], one) == [
        """
        knownLeak("Cart", holder: "held in a cycle: *"): of 2 that it accepts, only 1 leaked. \
        Lower the count to 1, or take a line out (it said: r)
        """
      ])
    #expect(
      Self.complaints([KnownLeak("Cart", count: 3, reason: "r")], Self.receipt(2))
        == [#"knownLeak("Cart"): it does not leak any more. Take the line out (it said: r)"#])
  }

  @Test("says that it means none of those that have leaked, where there are some")
  func meansNone() {
    #expect(
      Self.complaints([KnownLeak("Crat", reason: "r")], Self.receipt(2, Self.cart(1)))
        == [
          "leaked: Cart (session.cart, generation 1) is alive after the reset",
          #"knownLeak("Crat"): it means nothing that has leaked. Correct it, or take it out (it said: r)"#,
        ])
  }

  @Test("may be told again when a reset shows them again, which accepts more, but does not ask for more")
  func toldAgain() {
    let line = KnownLeak("Cart", reason: "r")
    var slate = SlateRecord()
    slate.add(Self.receipt(2, Self.cart(1)), launch: 1)
    slate.add(line)
    slate.add(Self.receipt(3, Self.cart(1)), launch: 1)
    slate.add(line)
    #expect(slate.complaints == [])
    slate.add(Self.receipt(4, Self.cart(1), Self.cart(3)), launch: 1)
    #expect(slate.complaints == [])
    slate.add(Self.receipt(5, Self.cart(1), Self.cart(3), Self.cart(4)), launch: 1)
    #expect(slate.complaints == ["leaked: Cart (session.cart, generation 4) is alive after the reset"])
    slate.add(line)
    #expect(slate.complaints == [])
  }

  @Test(
    "are those whose type, or type and name, is as it says",
    arguments: [
      ("Cart", true), ("Cart session.cart", true), ("C*", true), ("*", true), ("Cart session.*", true),
      ("*.cart", true), ("Car", false), ("cart", false), ("session.cart", false), ("Cart session", false),
      ("Box<*>", false),
    ])
  func whatItIs(what: String, isMeant: Bool) {
    #expect(KnownLeak(what, reason: "r").means(Self.cart(1)) == isMeant)
  }

  @Test(
    "are held as it says",
    arguments: [
      (nil, true), ("holds Line", true), ("held in a cycle: *", true), ("*captures Cart", true),
      ("held from outside *", false), ("holds", false), ("held*Line", false),
    ] as [(String?, Bool)])
  func holder(text: String?, isMeant: Bool) {
    let leak = Self.cart(1, Self.cycle, "holds Line")
    #expect(KnownLeak("Cart", holder: text, reason: "r").means(leak) == isMeant)
    #expect(KnownLeak("Line", holder: text, reason: "r").means(leak) == false)
  }

  @Test("hide no leak of the same type that somebody else holds")
  func otherHolder() {
    #expect(
      Self.complaints(
        [KnownLeak("Cart", holder: "held in a cycle: *", reason: "r")],
        Self.receipt(2, Self.cart(1, Self.outside), Self.cart(1, Self.cycle, name: "window.cart"))) == [
          """
          leaked: Cart (session.cart, generation 1) is alive after the reset
            held from outside by 1 strong reference
          """
        ])
  }

  @Test("go to the line that nothing else would satisfy, in whatever order they come")
  func order() {
    let wide = KnownLeak("C*", reason: "w"), exact = KnownLeak("Cart", reason: "e")
    let held = KnownLeak("*", holder: Self.cycle, reason: "h")
    let leaks = [Self.cart(1, Self.cycle), Self.cart(2), Leak(type: "Clerk", name: "c", generation: 1)]
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let receipt = Self.receipt(2, leaks[order[0]], leaks[order[1]], leaks[order[2]])
      for lines in [[wide, exact, held], [exact, held, wide], [held, wide, exact]] {
        #expect(Self.complaints(lines, receipt) == [], "\(order)")
      }
    }
    let one = Self.receipt(2, leaks[2])
    #expect(
      Self.complaints([exact, wide], one)
        == [#"knownLeak("Cart"): it does not leak any more. Take the line out (it said: e)"#])
  }

  @Test("may be work that went on")
  func work() {
    let receipt = Self.receipt(3, work: ["upload (Shop/Cart.swift:7)"])
    #expect(Self.complaints([KnownLeak("task upload *", reason: "r")], receipt) == [])
    #expect(
      Self.complaints([], receipt) == [
        """
        leaked: task (upload (Shop/Cart.swift:7), generation 2) is alive after the reset
          it went on although it was cancelled
        """
      ])
  }

  @Test(
    "may be any resource, of which a part is different each time",
    arguments: [
      ("descriptor */app.log", Leak(type: "descriptor", name: "/tmp/cs-Rw4x/home/app.log", generation: 1)),
      (
        "descriptor socket that listens at *",
        Leak(type: "descriptor", name: "socket that listens at 127.0.0.1:4711")
      ),
      (
        "descriptor TCP socket to 127.0.0.1:*", Leak(type: "descriptor", name: "TCP socket to 127.0.0.1:4711")
      ),
      ("file */.config/*", Leak(type: "file", name: "/tmp/cs-Rw4x/home/.config/LeakyApp.plist")),
      ("temporary file */tmp/*", Leak(type: "temporary file", name: "/tmp/cs-Rw4x/tmp/a/b")),
      ("thread pool-*", Leak(type: "thread", name: "pool-17")),
      ("child process /bin/sleep *", Leak(type: "child process", name: "/bin/sleep 1000")),
      ("memory map *", Leak(type: "memory map", name: "/tmp/cs-Rw4x/tmp/mapped (deleted)")),
    ])
  func resources(what: String, leak: Leak) {
    #expect(Self.complaints([KnownLeak(what, reason: "r")], Self.receipt(2, leak)) == [])
    let other = Leak(type: leak.type, name: "another", generation: 1)
    if what != "memory map *" {
      #expect(Self.complaints([KnownLeak(what, reason: "r")], Self.receipt(2, other)).count == 2)
    }
    #expect(!KnownLeak(what, reason: "r").means(Leak(type: "other \(leak.type)", name: leak.name)))
  }

  @Test("are accepted until a day, which has to be one")
  func days() {
    let leak = Self.receipt(2, Self.cart(1))
    #expect(Self.complaints([KnownLeak("Cart", reason: "r", until: "9999-12-31")], leak) == [])
    #expect(
      Self.complaints([KnownLeak("Cart", count: 2, reason: "r", until: "2025-01-31")], leak) == [
        #"knownLeak("Cart"): of 2 that it accepts, only 1 leaked. Lower the count to 1 (it said: r)"#,
        #"knownLeak("Cart"): it was accepted until 2025-01-31 (r), and leaks still"#,
      ])
    #expect(
      Self.complaints([KnownLeak("Cart", reason: "r", until: "tomorrow")], leak)
        == [#"knownLeak("Cart"): "tomorrow" is not a date; write it like "2027-03-31""#])
  }

  @Test(
    "have a line that can mean something",
    arguments: [
      (
        KnownLeak("", reason: "r"),
        #"knownLeak(""): "" is not a type; a good one looks like "TicketSession" or "descriptor /tmp/index""#
      ),
      (
        KnownLeak("  ", reason: "r"),
        #"knownLeak("  "): "  " is not a type; a good one looks like "TicketSession" or "descriptor /tmp/index""#
      ),
      (
        KnownLeak("Cart", holder: "", reason: "r"),
        #"knownLeak("Cart", holder: ""): "" is not a holder; a good one looks like "held in a cycle: *""#
      ),
      (
        KnownLeak("Cart", count: 0, reason: "r"),
        #"knownLeak("Cart"): 0 is not a count; a good one is 1 or more"#
      ),
      (
        KnownLeak("Cart", count: .min, reason: "r"),
        "knownLeak(\"Cart\"): \(Int.min) is not a count; a good one is 1 or more"
      ),
    ])
  func nonsense(line: KnownLeak, complaint: String) {
    #expect(
      Self.complaints([line, line], Self.receipt(2, Self.cart(1)))
        == ["leaked: Cart (session.cart, generation 1) is alive after the reset", complaint])
    let good = KnownLeak("Cart", reason: "r")
    #expect(Self.complaints([line, good], Self.receipt(2, Self.cart(1))) == [complaint])
  }

  @Test("are counted where there are many")
  func many() {
    var slate = SlateRecord()
    for generation in 1...100 {
      slate.add(Self.receipt(generation + 1, Self.cart(generation, Self.cycle)), launch: 1)
      slate.add(KnownLeak("Cart", reason: "r"))
    }
    #expect(slate.complaints == [])
    slate.add(KnownLeak("Clerk", reason: "r"))
    #expect(
      slate.complaints == [#"knownLeak("Clerk"): it does not leak any more. Take the line out (it said: r)"#])
  }
}

@Suite("A text with stars")
struct TextPatternTests {
  @Test(
    "stands for every text that has its parts in their order",
    arguments: [
      ("a*c", "ac", true), ("a*c", "abc", true), ("a*c", "abcd", false), ("a*c", "xabc", false),
      ("ab*bc", "abc", false), ("*", "", true), ("**", "anything", true), ("a**b", "ab", true),
      ("*b*d*", "abcde", true), ("*d*b*", "abcde", false), ("a*b*b", "ab", false), ("a*b*b", "abb", true),
      ("*ab", "aab", true), ("abc", "abc", true), ("abc", "abcd", false), ("", "a", false),
      ("Box<*>", "Box<Array<Int>>", true), ("*[*].line", "carts[*].line", true), ("*ä*", "Gemäße", true),
    ])
  func matches(pattern: String, text: String, isMatch: Bool) {
    #expect(TextPattern(pattern).matches(text) == isMatch)
  }
}
