#if DEBUG
// Functions that the Swift runtime exports, and that reflection and key paths are built on.

struct FieldRecord {
  var name: UnsafePointer<CChar>?
  var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVar = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
func runtimeFieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
func runtimeField(
  _ type: Any.Type, index: Int, record: UnsafeMutablePointer<FieldRecord>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
func runtimeFieldOffset(_ type: Any.Type, index: Int) -> Int

@_silgen_name("swift_retainCount")
func runtimeStrongCount(_ object: UInt) -> Int
#endif
