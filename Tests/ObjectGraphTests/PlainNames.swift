@testable import ObjectGraph

/// Which types of the test bundle share a name depends on what else is linked into it: without that, each has its own name.
extension String {
  var plain: String { contains("Tests.") ? replacing(/\b\w+Tests\./, with: "") : self }
}

extension Survivor {
  var plainPath: String { path.plain }
}
