import ElementTree

extension PageLayout {
  /// The page and, where a row is left for it, the banner below.
  func page(above banner: Banner?) -> Page {
    guard let banner, size.columns >= smallest.columns, size.rows > smallest.rows else { return page() }
    var rest = self
    rest.size.rows -= 1
    var page = rest.page()
    let line = banner.line(columns: size.columns)
    page.buffer.appendRow(line, column: page.left + line.columns <= size.columns ? page.left : 0)
    return page
  }
}

extension Banner {
  /// The title and the whole link. A link that is too long is cut where it says what is private, and can be clicked: one
  /// that is broken into two rows could not even be copied.
  fileprivate func line(columns: Int) -> StyledLine {
    let title = VisibleText.line(title)
    // Nothing in a link may end the sequence that tells the terminal of it.
    guard let link, link.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return StyledLine(WordWrap.truncated(title, columns: columns), .dim)
    }
    let texts = ["\(title): \(link)", "\(title): \(link.prefix { $0 != "#" && $0 != "?" })…", title]
    let text = texts.first { TextWidth.columns(of: $0) <= columns } ?? ""
    return StyledLine(text, Style(attributes: .dim, link: link))
  }
}
