#if DEBUG
/// What a walk keeps of what it met.
extension Walk {
  /// Which edges to keep: none, those to objects that were met before, or all.
  enum Kept { case none, further, all }

  struct Edge {
    var from: Int32
    var to: Int32
    var label: Int32
    var index: Int32
  }

  /// Something that could not be looked into.
  struct Note {
    /// The node that contains it, or -1 for a root.
    var node: Int32
    var label: Int32
    var index: Int32
    /// The label that describes it.
    var what: Int32
  }
}
#endif
