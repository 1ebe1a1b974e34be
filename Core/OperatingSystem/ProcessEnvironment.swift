#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The variables of this process, as libraries read them.
package enum ProcessEnvironment {
  /// Sets a variable. Before other threads run: they may read variables without a lock.
  package static func set(_ name: String, to value: String) { setenv(name, value, 1) }
}
