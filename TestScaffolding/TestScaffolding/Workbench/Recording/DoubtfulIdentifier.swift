#if DEBUG
/// Finds out whether an identifier seems to be made anew in each run, so that a test would not find it again.
enum DoubtfulIdentifier {
  /// Returns what the identifier seems to be made of; nil if there is no such sign.
  static func origin(of identifier: String) -> String? {
    if identifier.contains(#/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/#) { return "at random" }
    // Seconds since 1970 have ten digits, from 2001 to 2286.
    if identifier.contains(#/(^|[^0-9])[1-9][0-9]{9}([0-9]{3}){0,3}($|[^0-9])/#) { return "from the clock" }
    return nil
  }
}
#endif
