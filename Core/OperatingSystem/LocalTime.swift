#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The local time, as the C library has it: it knows each form of `TZ`, also those that are no name of a zone.
package enum LocalTime {
  /// Returns how far the local time is ahead of that of Greenwich at a time in seconds since 1970, in seconds.
  package static func offset(at seconds: Double) -> Int {
    var (moment, parts) = (time_t(seconds), tm())
    return localtime_r(&moment, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}
