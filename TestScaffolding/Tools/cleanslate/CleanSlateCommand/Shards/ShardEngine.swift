import ToolOptions

/// How a CI engine tells a job which of several equal ones it is.
struct ShardEngine {
  let name: String
  /// Is there, and not empty, where the engine runs.
  let mark: String
  let index: String
  let total: String
  /// The index of the first job.
  let first: Int
  /// What makes the engine give the numbers.
  let key: String

  /// Bazel comes first: it may run within a job of another.
  static let all = [
    ShardEngine(
      name: "Bazel", mark: "BAZEL_TEST", index: "TEST_SHARD_INDEX", total: "TEST_TOTAL_SHARDS", first: 0,
      key: "shard_count"),
    ShardEngine(
      name: "GitLab", mark: "GITLAB_CI", index: "CI_NODE_INDEX", total: "CI_NODE_TOTAL", first: 1,
      key: "parallel"),
    ShardEngine(
      name: "CircleCI", mark: "CIRCLECI", index: "CIRCLE_NODE_INDEX", total: "CIRCLE_NODE_TOTAL", first: 0,
      key: "parallelism"),
    ShardEngine(
      name: "Buildkite", mark: "BUILDKITE", index: "BUILDKITE_PARALLEL_JOB",
      total: "BUILDKITE_PARALLEL_JOB_COUNT", first: 0, key: "parallelism"),
    ShardEngine(
      name: "Semaphore", mark: "SEMAPHORE", index: "SEMAPHORE_JOB_INDEX", total: "SEMAPHORE_JOB_COUNT",
      first: 1, key: "parallelism"),
    ShardEngine(
      name: "Bitbucket", mark: "BITBUCKET_BUILD_NUMBER", index: "BITBUCKET_PARALLEL_STEP",
      total: "BITBUCKET_PARALLEL_STEP_COUNT", first: 0, key: "parallel"),
    ShardEngine(
      name: "Heroku", mark: "HEROKU_TEST_RUN_ID", index: "CI_NODE_INDEX", total: "CI_NODE_TOTAL", first: 0,
      key: "quantity"),
    ShardEngine(
      name: "Cirrus", mark: "CIRRUS_CI", index: "CI_NODE_INDEX", total: "CI_NODE_TOTAL", first: 0,
      key: "matrix"),
  ]

  /// The shard of this job. Numbers that are missing or make no sense are an error: a job that ran everything in their
  /// place would stay green.
  static func shard(in environment: [String: String]) throws(UsageError) -> Shard {
    guard let engine = all.first(where: { environment.given($0.mark) != nil }) else {
      let reason =
        environment.given("GITHUB_ACTIONS") != nil
        ? "GitHub tells no job its number; pass those of the matrix, as docs/ci.md shows"
        : "none of the CI engines \(all.map(\.name).joined(separator: ", ")) is here; pass the numbers"
      throw UsageError(description: "'--shard auto': \(reason): '--shard 2/5'.")
    }
    return try engine.shard(index: environment.given(engine.index), total: environment.given(engine.total))
  }

  private func shard(index: String?, total: String?) throws(UsageError) -> Shard {
    // These two say so where a job is one of its kind.
    if name == "Bazel", index == nil, total == nil { return Shard(number: 1, total: 1) }
    if name == "GitLab", index == nil, total == "1" { return Shard(number: 1, total: 1) }
    guard let index, let total else {
      let missing = [index == nil ? self.index : nil, total == nil ? self.total : nil].compactMap(\.self)
      throw UsageError(
        description:
          "'--shard auto': \(name) has not set \(missing.joined(separator: " and ")), so that every "
          + "job would run all tests. Does the job have '\(key)', and does the variable get into its container?"
      )
    }
    guard let number = Int(index), let count = Int(total), number >= first, number - first < count else {
      throw UsageError(
        description: "'--shard auto': \(name) has set \(self.index)=\(index) and \(self.total)=\(total); "
          + "it counts from \(first), so that the first must be at least \(first) and less than "
          + (first == 0 ? "the second." : "the second and 1."))
    }
    return try ShardChoice("\(number - first + 1)/\(count)").shard(in: [:])
  }
}
