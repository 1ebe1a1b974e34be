@main
struct SampleOnboarding {
  static func main() {}
}
