#if DEBUG
/// A class of XCTest whose tests stay in one shard, because they share what is costly to make, for example in
/// `class func setUp()`.
///
/// ```swift
/// final class ImportTests: AppTestCase, KeptTogether { … }
/// ```
///
/// `cleanslate test --shard` looks for the name in the sources: in the class or an extension of it, not in what the class
/// inherits. A suite of Swift Testing says the same with `.serialized`.
public protocol KeptTogether {}
#endif
