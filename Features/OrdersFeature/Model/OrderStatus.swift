import AppRuntime
import Foundation

/// How far an order is on its way.
nonisolated enum OrderStatus: Equatable, Sendable {
  case preparing, onItsWay, delivered, cancelled

  var isOpen: Bool { self == .preparing || self == .onItsWay }

  var text: String {
    switch self {
    case .preparing: "Preparing"
    case .onItsWay: "On its way"
    case .delivered: "Delivered"
    case .cancelled: "Cancelled"
    }
  }
}

/// How many seconds after it was placed an order goes from one status to the next.
nonisolated enum OrderTimes {
  static let cancelWindow: TimeInterval = 5 * 60
  static let preparation: TimeInterval = 15 * 60
  static let delivery: TimeInterval = 40 * 60
}

nonisolated extension Order {
  var cancellableUntil: Date { placed.placedAt + OrderTimes.cancelWindow }
  var leavesAt: Date { placed.placedAt + OrderTimes.preparation }
  var arrivesAt: Date { placed.placedAt + OrderTimes.delivery }

  func status(at now: Date) -> OrderStatus {
    if cancelledAt != nil { return .cancelled }
    return now < leavesAt ? .preparing : now < arrivesAt ? .onItsWay : .delivered
  }

  func canBeCancelled(at now: Date) -> Bool { cancelledAt == nil && now < cancellableUntil }

  /// When time alone will next change what can be seen of the order or done with it.
  func nextChange(after now: Date) -> Date? {
    guard cancelledAt == nil else { return nil }
    return [cancellableUntil, leavesAt, arrivesAt].first { $0 > now }
  }
}
