#if DEBUG
extension Range<Int> {
  /// The first number for which this is true, if it is true for all that follow; the end if there is none.
  @inline(__always)
  func lowest(where isTrue: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isTrue(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
#endif
