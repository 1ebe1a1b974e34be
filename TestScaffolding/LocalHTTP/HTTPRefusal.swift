#if DEBUG
import ControlProtocol

/// Why a request is not served.
struct HTTPRefusal: Error, Equatable {
  var status: Int
  var code: ErrorReply.Code
  var message: String

  static func badRequest(_ message: String, status: Int = 400) -> HTTPRefusal {
    HTTPRefusal(status: status, code: .badRequest, message: message)
  }

  static func tooLarge(_ message: String, status: Int) -> HTTPRefusal {
    HTTPRefusal(status: status, code: .tooLarge, message: message)
  }

  static func forbidden(_ message: String, status: Int = 403) -> HTTPRefusal {
    HTTPRefusal(status: status, code: .forbidden, message: message)
  }

  static func late(afterSeconds seconds: Double) -> HTTPRefusal {
    .badRequest("The request did not arrive whole within \(seconds) s. Send it again, at once.", status: 408)
  }

  static func crowded(limit: Int) -> HTTPRefusal {
    HTTPRefusal(
      status: 503, code: .failed,
      message: "The app serves \(limit) connections already, all of them busy. Close one, or try again later."
    )
  }

  static let displaced = HTTPRefusal(
    status: 503, code: .failed,
    message: "Another client needed the connection before the request was whole. Send it again, at once.")

  var response: HTTPResponse {
    var response = HTTPResponse.json(ErrorReply(code, message), status: status)
    if status == 401 { response.headers.append("WWW-Authenticate", "Bearer") }
    return response
  }
}
#endif
