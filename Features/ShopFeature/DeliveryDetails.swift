import Foundation

/// Where and when to deliver, and how to pay.
nonisolated struct DeliveryDetails: Sendable, Equatable, Codable {
  enum Payment: String, Sendable, Codable, CaseIterable {
    case card, cash

    /// The key for a problem with the choice, in the place of a field's identifier.
    static let identifier = "delivery-payment"

    var label: String {
      switch self {
      case .card: "By card at the door"
      case .cash: "In cash at the door"
      }
    }
  }

  var name = ""
  var street = ""
  var postcode = ""
  var city = ""
  /// The chosen time in seconds since 1970; nil for as soon as possible.
  var time: Double?
  var payment: Payment?
}

/// The steps of the checkout, in order.
nonisolated enum CheckoutStep: String, Sendable, CaseIterable {
  case address, time, payment, confirm

  var title: String {
    switch self {
    case .address: "Where to?"
    case .time: "When?"
    case .payment: "How do you pay?"
    case .confirm: "Everything right?"
    }
  }

  var next: CheckoutStep? {
    Self.allCases.firstIndex(of: self).flatMap { Self.allCases.dropFirst($0 + 1).first }
  }

  /// All steps up to and including this one.
  var path: [CheckoutStep] { Array(Self.allCases.prefix { $0 != self }) + [self] }
}

nonisolated extension DeliveryDetails {
  /// The problems of a step, by the identifier of the field; empty when all is well.
  func problems(in step: CheckoutStep) -> [String: String] {
    switch step {
    case .address: addressProblems
    case .time: [:]
    case .payment: payment == nil ? [Payment.identifier: "Please choose how you pay."] : [:]
    case .confirm: addressProblems.merging(problems(in: .payment)) { own, _ in own }
    }
  }

  /// What is wrong with what was typed into a field; nil if all is well, or nothing was typed.
  func problem(with field: ShopField) -> String? {
    let text: String? =
      switch field {
      case .name: name
      case .street: street
      case .postcode: postcode
      case .city: city
      case .search, .voucher: nil
      }
    return text.map(Self.isBlank) == false ? addressProblems[field.rawValue] : nil
  }

  /// The first of the problems, in the order of the screens.
  static func first(of problems: [String: String]) -> String? {
    [ShopField.name, .street, .postcode, .city].map(\.rawValue).first { problems[$0] != nil }
      ?? problems.keys.first
  }

  private var addressProblems: [String: String] {
    var problems: [String: String] = [:]
    if Self.isBlank(name) { problems[ShopField.name.rawValue] = "Who is it for?" }
    if Self.isBlank(street) {
      problems[ShopField.street.rawValue] = "Which street?"
    } else if !street.contains(where: \.isNumber) {
      problems[ShopField.street.rawValue] = "The number of the house is missing."
    }
    let code = postcode.filter { !$0.isWhitespace }
    if !(3...10).contains(code.count) || !code.contains(where: \.isNumber) {
      problems[ShopField.postcode.rawValue] = "A postcode looks like \"10997\"."
    }
    if Self.isBlank(city) { problems[ShopField.city.rawValue] = "Which city?" }
    return problems
  }

  private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
}

/// The times that can be chosen for a delivery.
nonisolated enum DeliveryTimes {
  /// The shortest time from order to delivery.
  private static let preparation: TimeInterval = 40 * 60
  private static let halfHour: TimeInterval = 30 * 60

  /// The next six full half hours at which a delivery is possible, as the clocks of the time zone have them.
  static func offered(at now: Date, in timeZone: TimeZone) -> [Date] {
    let earliest = now + preparation
    let offset = Double(timeZone.secondsFromGMT(for: earliest))
    let first = ((earliest.timeIntervalSince1970 + offset) / halfHour).rounded(.up) * halfHour - offset
    return (0..<6).map { Date(timeIntervalSince1970: first + Double($0) * halfHour) }
  }

  /// Whether the chosen time is still far enough away.
  static func isPossible(_ time: Date, at now: Date) -> Bool {
    time.timeIntervalSince(now) >= preparation
  }
}
