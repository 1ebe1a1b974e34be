#if DEBUG
// Stub.
#endif
