package import Foundation

/// Knows whether onboarding is finished. Offered by the feature that shows users around.
package protocol OnboardingStatus: AnyObject {
  /// Whether the user has finished onboarding.
  var isOnboarded: Bool { get }
  /// The e-mail address that the user has given; empty if there is none.
  var email: String { get }
}

/// Knows whether somebody is signed in. Offered by the feature that signs people in.
package protocol SignInStatus: AnyObject {
  /// Whether somebody is signed in.
  var isSignedIn: Bool { get }
}

/// Accepts orders that were placed. Offered by the feature that keeps them.
package protocol OrderReceiver: AnyObject {
  /// Stores the order and returns its number.
  func receive(_ order: PlacedOrder) throws -> Int
}

/// Knows how many orders are on their way. Offered by the feature that keeps them.
package protocol OpenOrders: AnyObject {
  /// The number of orders that are neither delivered nor cancelled.
  var openOrderCount: Int { get }
}

/// Puts the lines of an earlier order into the basket again. Offered by the feature that has a basket.
package protocol Reordering: AnyObject {
  /// Adds the lines to the basket, and returns what has become of them.
  func reorder(_ lines: [PlacedOrder.Line]) -> Reordered
}

/// What has become of lines that were to be put into the basket again.
package nonisolated enum Reordered: Sendable, Equatable {
  /// They are in it, but for what was left out. It holds so many items now.
  case inBasket(count: Int, LeftOut)
  /// They will be in it once the menu is loaded.
  case waiting
  /// None is in it, as the menu could not be loaded.
  case noMenu
  /// None is in it, as there is nothing on the menu now: the kitchens are closed.
  case closed
}

/// The names of lines that are not in the basket, or not as often as they were ordered.
package nonisolated struct LeftOut: Sendable, Equatable {
  /// They are no longer on the menu.
  package var missing: [String]
  /// The basket has no room for so many.
  package var full: [String]

  package init(missing: [String] = [], full: [String] = []) { (self.missing, self.full) = (missing, full) }

  package var isEmpty: Bool { missing.isEmpty && full.isEmpty }

  package var text: String {
    [("Not on the menu any more", missing), ("The basket has no room for all of", full)]
      .filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.joined(separator: ", "))." }.joined(separator: " ")
  }
}

/// An order, as one feature passes it to another.
package nonisolated struct PlacedOrder: Sendable, Codable, Equatable {
  package struct Line: Sendable, Codable, Equatable {
    /// The identifiers of the item and of its choices on the menu, with a plus sign between them: `ramen+large+egg`.
    package var itemID: String
    /// The item's name and options, as the person saw them.
    package var name: String
    package var quantity: Int
    /// The price of one, in the smallest unit of the currency.
    package var unitPrice: Int

    package init(itemID: String, name: String, quantity: Int, unitPrice: Int) {
      self.itemID = itemID
      self.name = name
      self.quantity = quantity
      self.unitPrice = unitPrice
    }
  }

  package var lines: [Line]
  /// What was paid, in the smallest unit of the currency, delivery and vouchers included.
  package var total: Int
  /// The currency's code: `EUR`.
  package var currency: String
  package var placedAt: Date

  package init(lines: [Line], total: Int, currency: String, placedAt: Date) {
    self.lines = lines
    self.total = total
    self.currency = currency
    self.placedAt = placedAt
  }
}
