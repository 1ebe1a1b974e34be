#if DEBUG
/// Numbers that should stay level while the same thing is repeated.
struct Growth {
  let numbers: [Double]

  /// Whether the last quarter is above the second one and still rises, so that neither what is made on
  /// first use nor a cache that fills up counts as growth.
  var rises: Bool {
    let quarter = numbers.count / 4
    guard quarter > 0 else { return false }
    let second = numbers[quarter..<(2 * quarter)]
    let third = numbers[(2 * quarter)..<(3 * quarter)]
    let last = numbers[(3 * quarter)...]
    guard let low = last.min(), let high = last.max(), let before = second.max(), let between = third.max()
    else { return false }
    return low > before && high > between
  }

  /// What each repetition of the second half added, by least squares.
  var slope: Double {
    let half = Array(numbers[(numbers.count / 2)...])
    guard half.count > 1 else { return 0 }
    let count = Double(half.count)
    let (middle, mean) = ((count - 1) / 2, half.reduce(0, +) / count)
    var (above, below) = (0.0, 0.0)
    for (position, number) in half.enumerated() {
      above += (Double(position) - middle) * (number - mean)
      below += (Double(position) - middle) * (Double(position) - middle)
    }
    return above / below
  }
}
#endif
