package dev.muster.store.wire;

/** A piece of a request on the wire. */
enum Field {
    /** u64 length and that many bytes, a name. */
    KEY,
    /** u64 length and that many bytes. */
    VALUE,
    /** u64: how many times the operation's repeated fields follow. */
    COUNT,
    /** i64. */
    NUMBER,
    /** u32. */
    NONCE
}
