#if DEBUG
import Glibc
import ObjectMemory

/// The variables and functions of the program and its libraries, by their address.
final class ProgramSymbols {
  /// A file of the program as it was loaded.
  struct Image {
    let file: String
    let movedBy: UInt
    /// What of it can be written to.
    let variables: Range<UInt>
    /// Whether it comes with the system or with Swift.
    let isOfSystem: Bool

    init(_ name: String, movedBy: UInt, _ variables: Range<UInt>) {
      // Only the program itself has no name here; the path it was started with may lead elsewhere by now.
      file = name.isEmpty ? "/proc/self/exe" : name
      self.movedBy = movedBy
      self.variables = variables
      isOfSystem =
        ["/lib", "/usr/", "linux-vdso"].contains(where: name.hasPrefix) || name.contains("/swift/linux/")
    }

    /// The file's name without its folder and endings: `libdispatch`.
    var name: String {
      let name = file.split(separator: "/").last ?? ""
      return String(name.prefix { $0 != "." })
    }
  }

  private(set) var images: [Image] = []
  /// The symbols of each file.
  private var tables: [String: Table] = [:]

  /// Takes note of what is loaded now.
  func noteImages() {
    var images: [Image] = []
    withUnsafeMutablePointer(to: &images) { pointer in
      ObjectMemoryForEachImage(
        { data, file, movedBy, start, end in
          guard let data, let file else { return }
          data.assumingMemoryBound(to: [Image].self).pointee.append(
            Image(String(cString: file), movedBy: movedBy, start..<end))
        }, pointer)
    }
    self.images = images
  }

  /// The image in whose variables the address is.
  func image(ofVariable address: UInt) -> Int? {
    images.firstIndex { $0.variables.contains(address) }
  }

  /// The name of the variable or function at the address, as the symbol table has it.
  func symbol(at address: UInt, in image: Int) -> String? {
    let file = images[image].file
    let known = tables[file] ?? Table(file)
    tables[file] = known
    return known.name(at: address &- images[image].movedBy)
  }

  /// The name of the function or constant at the address in any image, and where it is.
  func symbol(at address: UInt) -> (image: Int, name: String)? {
    var movedBy: UInt = 0
    guard ObjectMemoryFile(address, &movedBy) != nil,
      let image = images.firstIndex(where: { $0.movedBy == movedBy })
    else { return nil }
    return symbol(at: address, in: image).map { (image, $0) }
  }

  /// A closure in words of the source: by the place where it begins, if that is known. Nil for other symbols.
  func closure(_ symbol: (image: Int, name: String)) -> String? {
    SymbolName(symbol.name).closure.map { source(of: symbol) ?? $0 }
  }

  /// A function in words of the source, or the closure.
  func function(_ symbol: (image: Int, name: String)) -> String? {
    closure(symbol) ?? SymbolName(symbol.name).function
  }

  /// Whether it is a function of the app or a closure, and not of a library or made by the compiler.
  func isOfApp(_ symbol: (image: Int, name: String)) -> Bool {
    let name = SymbolName(symbol.name)
    return !images[symbol.image].isOfSystem && !name.isOfSystem && name.function != nil
  }

  /// `closure in CartView.swift:48`; nil without debug information, or for what a macro wrote.
  private func source(of symbol: (image: Int, name: String)) -> String? {
    guard let file = tables[images[symbol.image].file]?.texts, let start = file.baseAddress else {
      return nil
    }
    var line: UInt32 = 0
    guard let path = SourceLinesFind(start, file.count, SymbolName(symbol.name).whole, &line) else {
      return nil
    }
    let name = String(cString: path).split(separator: "/").last ?? ""
    return name.hasSuffix(".swift") && !name.hasPrefix("@") ? "closure in \(name):\(line)" : nil
  }

  /// The symbols of one file, sorted by address.
  private struct Table {
    private var values: [UInt] = []
    private var sizes: [UInt] = []
    private var names: [UInt32] = []
    private(set) var texts: UnsafeRawBufferPointer

    init(_ path: String) {
      texts = UnsafeRawBufferPointer(start: nil, count: 0)
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      defer { close(descriptor) }
      var status = stat()
      // The file stays mapped for as long as the process runs, as the program itself does.
      guard fstat(descriptor, &status) == 0, status.st_size > 64,
        let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
      else { return }
      texts = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
      var found: [(value: UInt, size: UInt, name: UInt32)] = []
      ElfSymbols(texts).forEachDefined { found.append(($0, $1, UInt32(truncatingIfNeeded: $2))) }
      found.sort { ($0.value, $0.size) < ($1.value, $1.size) }
      values = found.map(\.value)
      sizes = found.map(\.size)
      names = found.map(\.name)
    }

    func name(at address: UInt) -> String? {
      let number = (0..<values.count).lowest { values[$0] > address } - 1
      guard number >= 0, address == values[number] || address < values[number] &+ sizes[number] else {
        return nil
      }
      return texts.baseAddress.map {
        String(cString: ($0 + Int(names[number])).assumingMemoryBound(to: CChar.self))
      }
    }
  }
}
#endif
