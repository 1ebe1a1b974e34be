#if DEBUG
import AppData
import AppRuntime
import ControlProtocol

/// Lists what the app keeps.
@MainActor
enum DataReport {
  static func make(of host: AppHost) throws(ErrorReply) -> DataReply {
    var parts: [DataReply.Part] = []
    for part in host.container.parts {
      do {
        let inventory = try part.inventory()
        parts.append(
          DataReply.Part(
            name: part.name, count: inventory.count, digest: inventory.digest.description,
            entries: inventory.entries.map {
              DataReply.Entry(name: $0.key, bytes: $0.bytes, digest: $0.digest.description)
            }))
      } catch {
        throw ErrorReply(.failed, "\(part.name) cannot be listed: \(error)")
      }
    }
    return DataReply(generation: host.generation, parts: parts)
  }
}
#endif
