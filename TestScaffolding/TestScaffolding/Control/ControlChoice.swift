#if DEBUG
import AppRuntime
import ControlProtocol
import LocalHTTP
import OperatingSystem

/// Where a command line wants the app to be served, and who waits for it.
struct ControlChoice {
  let socket: String?
  let port: UInt16?
  let readyDescriptor: Int32?
  let lifelineDescriptor: Int32?

  init(_ launch: LaunchConfiguration) throws(ScaffoldingError) {
    socket = launch.value(of: ScaffoldingOptions.socket)
    port = try Self.port(launch)
    readyDescriptor = try Self.descriptor(ScaffoldingOptions.readyDescriptor, launch)
    lifelineDescriptor = try Self.descriptor(ScaffoldingOptions.lifelineDescriptor, launch)
  }

  /// Throws where the choice cannot be followed at the launch, when the descriptors are open.
  func check(with resets: ResetChoice) throws {
    if port == nil, resets.listed?.contains(.http) == true {
      throw ScaffoldingError(
        "\(ControlOptions.resetOn) http needs \(ControlOptions.port); without it nobody serves HTTP.")
    }
    try Self.check(readyDescriptor, of: ScaffoldingOptions.readyDescriptor)
    try Self.check(lifelineDescriptor, of: ScaffoldingOptions.lifelineDescriptor)
  }

  /// Throws what would keep the app from being served.
  func tryOut() throws {
    if let socket { try ControlServer.tryOut(.unixSocket(socket)) }
    if let port { try ControlServer.tryOut(.loopback(port: port)) }
  }

  private static func port(_ launch: LaunchConfiguration) throws(ScaffoldingError) -> UInt16? {
    guard let text = launch.value(of: ScaffoldingOptions.port) else { return nil }
    guard let port = UInt16(text) else {
      throw ScaffoldingError(
        "\(ControlOptions.port) takes a number from 0 to 65535, where 0 picks a free port; it has '\(text)'.")
    }
    return port
  }

  private static func descriptor(
    _ option: LaunchOption, _ launch: LaunchConfiguration
  ) throws(ScaffoldingError) -> Int32? {
    guard let text = launch.value(of: option) else { return nil }
    guard let number = Int32(text), number > 2 else { throw wrongDescriptor(option, text) }
    return number
  }

  private static func check(_ number: Int32?, of option: LaunchOption) throws(ScaffoldingError) {
    guard let number, !Descriptor(borrowing: number).isOpen else { return }
    throw wrongDescriptor(option, "\(number)")
  }

  private static func wrongDescriptor(_ option: LaunchOption, _ text: String) -> ScaffoldingError {
    ScaffoldingError(
      "\(option.name) takes the number of an open descriptor above 2 that the app inherits; it has '\(text)'."
    )
  }
}
#endif
