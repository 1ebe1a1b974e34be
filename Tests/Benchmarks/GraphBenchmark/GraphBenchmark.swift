#if DEBUG
import ObjectGraph

@main
struct GraphBenchmark {
  static func main() {}
}
#else
@main
struct GraphBenchmark {
  static func main() { print("The benchmark needs a build with DEBUG.") }
}
#endif
