import OperatingSystem

/// A path that was checked to stay inside its file area.
struct RelativePath {
  let text: String
  let folders: [FileName]
  let name: FileName

  init(_ text: String) throws {
    func refusal(_ reason: String) -> AppDataError { .invalidPath(text, reason: reason) }
    if text.utf8.isEmpty { throw refusal("it is empty") }
    if text.utf8.contains(0) { throw refusal("it contains a NUL character") }
    // Bytes, as a Character may join "/" with a mark that follows it and so hide it.
    let steps = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    if text.utf8.first == UInt8(ascii: "/") { throw refusal("it is absolute") }
    if steps.contains("") { throw refusal("a name in it is empty") }
    if steps.contains(where: { $0 == "." || $0 == ".." }) {
      throw refusal("\".\" and \"..\" may not be in it")
    }
    self.text = text
    folders = steps.dropLast().map(FileName.init(_:))
    name = FileName(steps.last ?? "")
  }
}
