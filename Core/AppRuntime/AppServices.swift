/// What the features of one app offer one another, by protocol, so that none has to know another.
///
/// A service is found as long as its provider lives; the registry holds on to nothing.
public final class AppServices {
  private struct Provider {
    weak var object: AnyObject?
  }

  private var providers: [ObjectIdentifier: Provider] = [:]

  init() {}

  /// Offers the object as the service of the protocol, in place of an earlier one.
  public func provide<Service>(_ object: any AnyObject, as service: Service.Type) {
    precondition(
      object is Service, "\(type(of: object)) is offered as \(service), which it does not conform to")
    providers[ObjectIdentifier(service)] = Provider(object: object)
  }

  /// Returns whoever offers the service now, if anybody does.
  public func find<Service>(_ service: Service.Type) -> Service? {
    providers[ObjectIdentifier(service)]?.object as? Service
  }
}
