#if DEBUG
extension Duration {
  /// The duration in whole nanoseconds.
  var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }

  /// The duration in whole nanoseconds, in the type that travels on the wire.
  var wholeNanoseconds: Int { Int(nanoseconds) }
}
#endif
