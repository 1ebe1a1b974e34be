#if DEBUG
/// What is to be believed where more places claim to hold an object than it has references.
///
/// An object whose initializer still runs, or an array whose literal is not complete, has what was in its memory before. So
/// those places count first that a path from a root leads to. Variables may as well be unowned, as no symbol says: they count
/// less than other places, but more than those in objects to which nothing leads.
struct HolderClaims {
  enum Verdict { case fact, guess, nothing }

  /// What to make of places of known types to which no path from a root leads for sure.
  let loose: Verdict
  let variables: Verdict

  /// - Parameters:
  ///   - rooted: So many places hold it to which a path from a root leads.
  ///   - areLost: Whether nothing leads to any of the loose ones, not even a guess.
  ///   - areTyped: Whether the types of all variables are known.
  init(references: Int, rooted: Int, loose: Int, areLost: Bool, variables: Int, areTyped: Bool) {
    if rooted >= references {
      (self.loose, self.variables) = (.nothing, .nothing)
    } else if loose > 0, areLost, areTyped, variables > 0, rooted + variables <= references {
      (self.loose, self.variables) = (rooted + variables == references ? .nothing : .guess, .fact)
    } else if rooted + loose <= references {
      (self.loose, self.variables) = (.fact, rooted + loose == references ? .nothing : .guess)
    } else {
      (self.loose, self.variables) = (.guess, .guess)
    }
  }
}
#endif
