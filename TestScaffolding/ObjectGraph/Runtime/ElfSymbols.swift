#if DEBUG
import Glibc
import ObjectMemory

/// The symbols of an ELF file that is in memory. Symbols that the file does not define itself are skipped.
///
/// A program has about a hundred thousand symbols. Names are compared as bytes, and only the requested ones become
/// strings.
struct ElfSymbols {
  private let file: UnsafeRawBufferPointer

  init(_ file: UnsafeRawBufferPointer) { self.file = file }

  /// Calls the body with the name and value of each symbol that has this prefix and, if there are any, one of these
  /// suffixes.
  func forEach(
    startingWith prefix: StaticString, endingWith suffixes: [StaticString] = [],
    _ body: (_ name: String, _ value: UInt) -> Void
  ) {
    withoutActuallyEscaping(body) { body in
      var listener = Listener(suffixes: suffixes, body: body)
      withUnsafeMutablePointer(to: &listener) { listener in
        ElfForEachSymbol(
          file.baseAddress, file.count,
          UnsafeRawPointer(prefix.utf8Start).assumingMemoryBound(to: CChar.self),
          { data, name, value, _ in
            guard let data, let name else { return }
            data.assumingMemoryBound(to: Listener.self).pointee.hear(name, value)
          }, listener)
      }
    }
  }

  private struct Listener {
    let suffixes: [StaticString]
    let body: (String, UInt) -> Void

    func hear(_ name: UnsafePointer<CChar>, _ value: UInt) {
      let length = strlen(name)
      let isWanted = suffixes.contains { suffix in
        let size = suffix.utf8CodeUnitCount
        return length >= size && memcmp(name + (length - size), suffix.utf8Start, size) == 0
      }
      if isWanted || suffixes.isEmpty { body(String(cString: name), value) }
    }
  }
}
#endif
