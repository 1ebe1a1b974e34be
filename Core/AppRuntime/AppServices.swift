/// The services that the features of one app offer each other, by protocol, so that no feature has to know another.
///
/// The registry does not keep its objects alive: a service is found only while its provider exists.
public final class AppServices {
  private struct Provider {
    weak var object: AnyObject?
  }

  private var providers: [ObjectIdentifier: Provider] = [:]

  init() {}

  /// Offers an object as the service of a protocol, replacing an earlier one.
  public func provide<Service>(_ object: Service, as service: Service.Type) {
    precondition(
      type(of: object as Any) is AnyClass, "\(service) is offered by a value, which nothing keeps alive")
    providers[ObjectIdentifier(service)] = Provider(object: object as AnyObject)
  }

  /// Returns the object that offers the service now, or nil.
  public func find<Service>(_ service: Service.Type) -> Service? {
    providers[ObjectIdentifier(service)]?.object as? Service
  }
}
