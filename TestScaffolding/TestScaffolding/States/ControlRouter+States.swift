#if DEBUG
import ControlProtocol

/// Requests about named states.
extension ControlRouter {
  var states: StatesReply {
    get throws { StatesReply(states: try desk.states.list()) }
  }

  /// Saves the data of an app that is idle, so that none of it is half written.
  func saveState(_ request: SaveStateRequest) async throws -> SavedStateReply {
    try check(request.generation)
    let reply = try await settled(orElse: "The state was not saved.")
    // It may have been reset meanwhile.
    try check(request.generation)
    let state = try desk.states.save(as: request.name, madeBy: request.madeBy)
    workbench.didSaveState(state.name)
    return SavedStateReply(generation: reply.generation, screen: reply.screen, state: state)
  }

  func deleteState(_ name: String, _ request: BackRequest) throws -> StatesReply {
    try check(request.generation)
    try desk.states.remove(name)
    return try states
  }
}
#endif
