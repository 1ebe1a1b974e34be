#if DEBUG
/// What the page does, in parts that build on those before them.
enum PageScript {
  static let parts = [
    elements, connection, patching, looks, actions, live, tree, reset, history, data, log, recorder, start,
  ]
}
#endif
