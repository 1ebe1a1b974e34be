#if DEBUG
/// How much a control server bears before it says no.
package struct ServerLimits: Sendable {
  /// How many connections are served; whoever comes beyond them is told so.
  package var connections = 256
  /// How long a request may take from its first byte to its last.
  package var request = Duration.seconds(10)
  /// How long an answer may stay without any byte of it being taken.
  package var send = Duration.seconds(30)
  /// How long a connection stays without a request; up to twice that, as nobody watches it closely.
  package var idle = Duration.seconds(600)
  /// How long a client that was told to go may take for it.
  package var farewell = Duration.seconds(1)

  package init() {}
}
#endif
