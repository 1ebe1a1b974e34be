extension Style {
  /// Applies the parameters of an SGR sequence and returns the ones it does not know.
  mutating func apply(_ parameters: [[Int]]) -> [Int] {
    var unknown: [Int] = []
    var rest = parameters[...]
    while let parameter = rest.popFirst() {
      let code = parameter.first ?? 0
      switch code {
      case 38, 48:
        let color = parameter.count > 1 ? Self.color(in: parameter.dropFirst()) : Self.takeColor(from: &rest)
        guard let color else {
          unknown.append(code)
          continue
        }
        if code == 38 { foreground = color } else { background = color }
      case 4 where parameter.count > 1: isUnderlined = parameter[1] != 0
      default:
        if !applySimple(code) { unknown.append(code) }
      }
    }
    return unknown
  }

  private mutating func applySimple(_ code: Int) -> Bool {
    switch code {
    case 0: self = Style()
    case 1: isBold = true
    case 2: isDim = true
    case 3: isItalic = true
    case 4: isUnderlined = true
    case 7: isReversed = true
    case 22: (isBold, isDim) = (false, false)
    case 23: isItalic = false
    case 24: isUnderlined = false
    case 27: isReversed = false
    case 30...37: foreground = .indexed(UInt8(code - 30))
    case 39: foreground = .standard
    case 40...47: background = .indexed(UInt8(code - 40))
    case 49: background = .standard
    case 90...97: foreground = .indexed(UInt8(code - 90 + 8))
    case 100...107: background = .indexed(UInt8(code - 100 + 8))
    default: return false
    }
    return true
  }

  /// Takes the parameters of a color written with semicolons, `5;n` or `2;r;g;b`.
  private static func takeColor(from rest: inout ArraySlice<[Int]>) -> Color? {
    let length = rest.first?.first == 2 ? 4 : 2
    let values = rest.prefix(length).map { $0.first ?? 0 }
    rest = rest.dropFirst(length)
    return color(in: values[...])
  }

  /// Reads a color written with colons, `5:n`, `2:r:g:b` or `2:space:r:g:b`.
  private static func color(in values: ArraySlice<Int>) -> Color? {
    let bytes = values.dropFirst().map { UInt8(clamping: $0) }
    switch (values.first, bytes.count) {
    case (5, 1): return .indexed(bytes[0])
    case (2, 3...): return .rgb(bytes[bytes.count - 3], bytes[bytes.count - 2], bytes[bytes.count - 1])
    default: return nil
    }
  }
}
