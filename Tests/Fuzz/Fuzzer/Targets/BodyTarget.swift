#if DEBUG
import ControlProtocol
import Foundation
@testable import TestScaffolding

/// A body that is taken means the same when it is written down again; another one is refused in words.
enum BodyTarget {
  static func check(_ input: [UInt8]) throws {
    guard let kind = input.first else { return }
    let body = RequestBody(bytes: Array(input.dropFirst()))
    switch kind % 7 {
    case 0: try check(body, TapRequest.self)
    case 1: try check(body, TypeRequest.self)
    case 2: try check(body, KeysRequest.self)
    case 3: try check(body, BackRequest.self)
    case 4: try check(body, OpenRequest.self)
    case 5: try check(body, ResetRequest.self)
    default: try check(body, RecordRequest.self)
    }
  }

  private static func check<Request: Codable & Equatable>(
    _ body: RequestBody, _ type: Request.Type
  ) throws {
    let request: Request
    do throws(ErrorReply) {
      request = try body.decode()
    } catch {
      try require(error.code == .badRequest && !error.message.isEmpty, "the refusal is \(error)")
      _ = try JSONEncoder().encode(error)
      return
    }
    let bytes = try JSONEncoder().encode(request)
    let again: Request = try RequestBody(bytes: Array(bytes)).decode()
    try require(again == request, "\(request) is written as \(bytes) and read as \(again)")
  }
}
#endif
