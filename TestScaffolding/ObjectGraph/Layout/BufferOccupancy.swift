#if DEBUG
/// Which elements of a `ManagedBuffer` exist, guessed from its header; only the buffer's owner knows for sure.
enum BufferOccupancy {
  /// The location of a number in the header.
  struct Place {
    let offset: UInt
    let size: UInt

    func number(in header: UInt) -> UInt {
      let address = header &+ offset
      return switch size {
      case 1: UInt(byte(address))
      case 2: UInt(byte(address)) | UInt(byte(address &+ 1)) << 8
      case 4: UInt(UInt32(bitPattern: int32(address)))
      default: word(address)
      }
    }
  }

  case counted(Place)
  /// A ring buffer: it fills up from the first element and continues at the start.
  case ring(count: Place, first: Place, capacity: Place)
  case unknown

  /// If the header is a plain number, that is the count. Otherwise the count is a property whose name says so, as in
  /// the library's own buffers.
  ///
  /// - Parameter isSparse: Whether an element may be none: then the existing ones need not be the first.
  init(header: Metadata, isSparse: Bool) {
    if Self.isPlainNumber(header), !isSparse {
      self = .counted(Place(offset: 0, size: header.size))
      return
    }
    var numbers: [(name: String, place: Place)] = []
    for field in header.kind == .struct ? header.fields ?? [] : [] {
      let type = field.type.resolved(context: header.descriptor, genericArguments: header.genericArguments)
      if field.type.isNotStrong || type.map(Self.saysNothing) == true { continue }
      // What else the header says may be about the elements, too.
      guard let type, Self.isNumber(type) else {
        self = .unknown
        return
      }
      numbers.append((field.name.lowercased(), Place(offset: field.offset, size: type.size)))
    }
    func take(_ isMeant: (String) -> Bool) -> Place? {
      numbers.firstIndex { isMeant($0.name) }.map { numbers.remove(at: $0).place }
    }
    let count = take { ["count", "childcount", "elementcount", "itemcount"].contains($0.drop { $0 == "_" }) }
    let capacity = take { $0 == "capacity" }
    let first = take { $0.hasPrefix("start") || $0.hasPrefix("head") || $0.hasPrefix("first") }
    // The height of a tree has no effect on where elements are.
    _ = take { $0 == "height" }
    // If the header has other numbers, their effect on the elements is unknown.
    guard let count, numbers.isEmpty else {
      self = .unknown
      return
    }
    switch (first, capacity) {
    case (nil, nil): self = isSparse ? .unknown : .counted(count)
    case (let first?, let capacity?): self = .ring(count: count, first: first, capacity: capacity)
    // Where the header says how much room there is, elements may also begin at its end.
    case (nil, _?), (_?, nil): self = .unknown
    }
  }

  /// Whether such a field is of no importance for where the elements are.
  private static func saysNothing(_ type: Metadata) -> Bool {
    let inner = type.kind == .optional ? type.genericArgument(0) : type
    return type.address == Metadata(Bool.self).address
      || [.class, .foreignClass, .function, .existential].contains(inner.kind)
  }

  private static func isPlainNumber(_ type: Metadata) -> Bool {
    type.size <= 8 && type.isOfSystem && type.type is any FixedWidthInteger.Type
  }

  private static func isNumber(_ type: Metadata) -> Bool {
    if isPlainNumber(type) { return true }
    // A type that wraps a single number.
    guard type.kind == .struct, let fields = type.fields, fields.count == 1,
      let inner = fields[0].type.resolved(context: type.descriptor, genericArguments: type.genericArguments)
    else { return false }
    return inner.size == type.size && isNumber(inner)
  }

  /// The positions of the existing elements; nil if the header at this address contradicts the room for elements.
  func positions(header: UInt, room: UInt) -> [Range<UInt>]? {
    switch self {
    case .unknown: return nil
    case .counted(let count):
      let count = count.number(in: header)
      return count <= room ? [0..<count] : nil
    case .ring(let count, let first, let capacity):
      let (count, first, capacity) = (
        count.number(in: header), first.number(in: header), capacity.number(in: header)
      )
      guard capacity <= room, first <= capacity, count <= capacity else { return nil }
      let end = first &+ count
      return end <= capacity ? [first..<end] : [first..<capacity, 0..<(end &- capacity)]
    }
  }
}
#endif
