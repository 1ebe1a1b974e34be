#if DEBUG
import HeldResources
import ObjectMemory
import Synchronization

/// The variables and functions of the program and its libraries, by their address.
final class ProgramSymbols {
  /// A file of the program as it was loaded.
  struct Image {
    let file: String
    /// The file's name without its folder and endings: `libdispatch`.
    let name: String
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
      isOfSystem = SystemFiles.contain(name) || name.hasPrefix("linux-vdso")
      self.name = String(file.split(separator: "/").last?.prefix { $0 != "." } ?? "")
    }
  }

  private(set) var images: [Image] = []
  /// The bounds of their variables: each place that may hold something is compared with all of them.
  private var (starts, ends) = ([UInt](), [UInt]())
  /// Where each file is that was read: it stays there, for all graphs.
  private static let files = Mutex<[String: UInt]>([:])
  private var closures: [String: String?] = [:]

  /// Takes note of what is loaded now.
  func noteImages() {
    images = collected {
      ObjectMemoryForEachPart(
        { list, file, movedBy, start, end, threadModule in
          if threadModule != 0 { return }
          note(Image(file.map { String(cString: $0) } ?? "", movedBy: movedBy, start..<end), to: list)
        }, $0)
    }
    (starts, ends) = (images.map(\.variables.lowerBound), images.map(\.variables.upperBound))
  }

  /// The image in whose variables the address is.
  func image(ofVariable address: UInt) -> Int? {
    for image in 0..<starts.count where starts[image] <= address && address < ends[image] { return image }
    return nil
  }

  /// The name of the variable or function at the address, as the symbol table has it.
  func symbol(at address: UInt, in image: Int) -> String? {
    entry(at: address, in: image).map { String(cString: $0.name) }
  }

  func entry(at address: UInt, in image: Int) -> ElfSymbol? {
    file(of: image).flatMap { ElfFileSymbol($0, address &- images[image].movedBy)?.pointee }
  }

  /// Whether at the address is a function, or what describes an asynchronous one.
  func isFunction(at address: UInt) -> Bool {
    guard let image = image(at: address), let entry = entry(at: address, in: image) else { return false }
    return entry.is_function || String(cString: entry.name).hasSuffix("Tu")
  }

  private func file(of image: Int) -> UnsafePointer<ElfFile>? {
    let path = images[image].file
    let place = Self.files.withLock { files in
      if let known = files[path] { return known }
      // What could not be read can be another time, as when there are no descriptors left.
      guard let read = ElfFileOpen(path) else { return 0 }
      files[path] = UInt(bitPattern: read)
      return UInt(bitPattern: read)
    }
    return UnsafePointer(bitPattern: place)
  }

  /// The name of the function or constant at the address in any image, and where it is.
  func symbol(at address: UInt) -> (image: Int, name: String)? {
    image(at: address).flatMap { image in symbol(at: address, in: image).map { (image, $0) } }
  }

  /// The same, if it is not the system's.
  func symbolOfProgram(at address: UInt) -> (image: Int, name: String)? {
    symbol(at: address).flatMap { images[$0.image].isOfSystem ? nil : $0 }
  }

  private func image(at address: UInt) -> Int? {
    // Small numbers are no addresses.
    guard address > 0xFFFF else { return nil }
    var movedBy: UInt = 0
    return ObjectMemoryFile(address, &movedBy) == nil ? nil : images.firstIndex { $0.movedBy == movedBy }
  }

  /// A closure in words of the source: by the place where it begins, if that is known. Nil for other symbols.
  func closure(_ symbol: (image: Int, name: String)) -> String? {
    if let known = closures[symbol.name] { return known }
    let closure = SymbolName(symbol.name).closure.map { source(of: symbol) ?? $0 }
    closures[symbol.name] = .some(closure)
    return closure
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
    var line: UInt32 = 0
    guard let file = file(of: symbol.image),
      let path = ElfSource(file.pointee.start, file.pointee.size, SymbolName(symbol.name).whole, &line)
    else { return nil }
    let name = String(cString: path).split(separator: "/").last ?? ""
    return name.hasSuffix(".swift") && !name.hasPrefix("@") ? "closure in \(name):\(line)" : nil
  }
}
#endif
