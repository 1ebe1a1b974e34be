import AppData
import AppRuntime
import Foundation
import StorefrontContracts

nonisolated enum OrderSituations {
  static var all: [Situation] {
    [
      Situation("noOrders", "Nothing was ever ordered."),
      Situation(
        "threeOrders", "One delivered order with a rating and a note, one without, one cancelled.",
        prepare: keeping(Self.three)),
      Situation("manyOrders", "Two hundred orders.", prepare: keeping((0..<200).map(Self.delivered))),
      placed("oneOpenOrder", "An order that was placed a minute ago and can be cancelled.", minutes: 1),
      placed("orderOnItsWay", "An order that can no longer be cancelled.", minutes: 20),
      Situation(
        "orderDetails", "The details of a delivered order.", opening: OrdersRoute.order(1001).place,
        prepare: keeping(Self.three)),
      Situation(
        "noteEditor", "A note that is being edited.", opening: OrdersRoute.note(order: 1001, id: 1).place,
        prepare: keeping(Self.three)),
      Situation(
        "noOrderFound", "A search that finds no order.", opening: "orders?search=sushi",
        prepare: keeping(Self.three)),
      Situation("versionOneFiles", "Two orders in the form of the version before.") { data in
        for (number, text) in Self.versionOne {
          try data.files.documents.write(Data(text.utf8), to: OrderStore.path(number))
        }
      },
      Situation("damagedFile", "Three orders, and two files that cannot be read.") { data in
        for order in Self.three { try OrderStore(data: data).save(order) }
        try data.files.documents.write(Data("{\"version\":2,\"number\":10".utf8), to: OrderStore.path(1004))
        try data.files.documents.write(Data("{\"version\":9}".utf8), to: OrderStore.path(1005))
      },
      Situation(
        "longNotes", "An order with long names and long notes.", opening: OrdersRoute.order(1001).place,
        prepare: keeping([Self.long])),
      Situation("japaneseOrders", "Orders in Japanese, paid in yen.", prepare: keeping(Self.japanese)),
      Situation("latestElsewhere", "An order in another app of the group.") { data in
        try SharedOrders(data, app: "Corner Bistro")?.publish(Self.delivered(6))
      },
    ]
  }

  private static func keeping(
    _ orders: @autoclosure @escaping @Sendable () -> [Order]
  ) -> @Sendable (AppData) throws -> Void {
    { data in for order in orders() { try OrderStore(data: data).save(order) } }
  }

  private static func placed(_ name: String, _ summary: String, minutes: Double) -> Situation {
    Situation(name, summary) { data in
      let placedAt = data.now().wholeSecond - minutes * 60
      try OrderStore(data: data).save(Self.order(1001, at: placedAt, [Self.dishes[0], Self.dishes[3]]))
    }
  }
}

nonisolated extension OrderSituations {
  private static let dishes = [
    PlacedOrder.Line(itemID: "margherita", name: "Margherita, extra basil", quantity: 1, unitPrice: 950),
    PlacedOrder.Line(itemID: "ramen", name: "Shoyu ramen", quantity: 2, unitPrice: 1290),
    PlacedOrder.Line(itemID: "gyoza", name: "Gyoza", quantity: 1, unitPrice: 580),
    PlacedOrder.Line(itemID: "tiramisu", name: "Tiramisù", quantity: 2, unitPrice: 490),
    PlacedOrder.Line(itemID: "falafel", name: "Falafel bowl", quantity: 1, unitPrice: 890),
  ]

  /// Noon on 4 May 2025.
  private static let may = Date(timeIntervalSince1970: 1_746_360_000)

  private static func order(
    _ number: Int, at placedAt: Date, _ lines: [PlacedOrder.Line], delivery: Int = 290,
    currency: String = "EUR"
  ) -> Order {
    let total = lines.reduce(delivery) { $0 + $1.price }
    return Order(
      number: number,
      placed: PlacedOrder(lines: lines, total: total, currency: currency, placedAt: placedAt))
  }

  static var three: [Order] {
    var first = order(1001, at: may, [dishes[1], dishes[2]])
    first.rating = 4
    first.notes = [OrderNote(id: 1, text: "Ask for more noodles.", writtenAt: may + 7200)]
    var third = order(1003, at: may + 172_800, [dishes[0]])
    third.cancelledAt = third.placed.placedAt + 120
    return [first, order(1002, at: may + 86_400, [dishes[4], dishes[3]], delivery: -110), third]
  }

  /// One of many orders, a day apart, by somebody who orders every day.
  private static func delivered(_ index: Int) -> Order {
    let lines = [dishes[index % 5], dishes[(index + 1 + index / 5 % 4) % 5]]
    return order(1001 + index, at: may + Double(index) * 86_400 - 200 * 86_400, lines)
  }

  private static var long: Order {
    let name = "Slow-roasted aubergine with pomegranate molasses, toasted walnuts, mint and a soft flatbread"
    let line = PlacedOrder.Line(itemID: "aubergine", name: name, quantity: 12, unitPrice: 123_456)
    var order = order(1001, at: may, [line, dishes[0]])
    let sentence =
      "The courier could not find the door, so next time mention the blue gate behind the bakery. "
    order.notes = [
      OrderNote(
        id: 1, text: OrderNote.kept(String(repeating: sentence, count: 5)), writtenAt: may + 7200,
        editedAt: may + 9000),
      OrderNote(id: 2, text: String(repeating: "Donaudampfschiff", count: 8), writtenAt: may + 7300),
    ]
    return order
  }

  private static var japanese: [Order] {
    let ramen = PlacedOrder.Line(itemID: "ramen", name: "醤油ラーメン、味玉のせ", quantity: 2, unitPrice: 1280)
    let gyoza = PlacedOrder.Line(itemID: "gyoza", name: "焼き餃子", quantity: 1, unitPrice: 480)
    var first = order(1001, at: may, [ramen, gyoza], delivery: 300, currency: "JPY")
    first.rating = 5
    first.notes = [OrderNote(id: 1, text: "とても美味しかった。次は大盛りで注文する。", writtenAt: may + 7200)]
    return [first, order(1002, at: may + 86_400, [gyoza], delivery: 0, currency: "JPY")]
  }

  static let versionOne = [
    1001: """
    {"version":1,"id":1001,"items":[{"sku":"ramen","title":"Shoyu ramen","count":2,"price":1290}],"sum":2870,\
    "currency":"EUR","date":1746360000,"cancelled":false,"comment":" Ask for more noodles. ","stars":4}
    """,
    1002: """
    {"version":1,"id":1002,"items":[{"sku":"gyoza","title":"Gyoza","count":1,"price":580}],"sum":580,\
    "currency":"EUR","date":1746446400,"cancelled":true,"comment":"","stars":0}
    """,
  ]
}
