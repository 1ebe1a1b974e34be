/// How a cell of the screen is drawn.
package struct Style: Sendable, Hashable {
  package enum Color: Sendable, Hashable {
    case standard
    /// One of the 256 colors; the first 16 are the named ones, the bright ones from 8 on.
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)
  }

  package var isBold = false
  package var isDim = false
  package var isItalic = false
  package var isUnderlined = false
  package var isReversed = false
  package var foreground = Color.standard
  package var background = Color.standard

  package init() {}
}
