/// The identifiers of what can be acted on, in one place.
enum OnboardingID {
  static let `continue` = "continue"
  static let skip = "skip"
  static let name = "name"
  static let email = "email"
  static let orderUpdates = "order-updates"
  static let offers = "offers"
  static let editName = "edit-name"
  static let editEmail = "edit-email"
  static let editNotifications = "edit-notifications"
  static let finish = "finish"
  static let startOver = "start-over"
  static let keep = "keep"
  static let confirmStartOver = "confirm-start-over"
}
