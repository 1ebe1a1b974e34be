#if DEBUG
/// The libraries that come with the system or with Swift, and what these read.
package enum SystemFiles {
  package static func contain(_ path: String) -> Bool {
    ["/lib/", "/lib64/", "/usr/lib", "/usr/share/", "/usr/local/lib"].contains(where: path.hasPrefix)
      || path.contains("/lib/swift/linux/")
  }
}
#endif
