package dev.muster.store.protocol;

/**
 * What the numbers on a connection mean. It depends on the client's release, and no version is ever
 * sent (tcpstore §1).
 */
public enum Dialect {
    /** PyTorch 1.9 to 2.0. A client has two connections, and says nothing on the second. */
    A,
    /** PyTorch 2.1. */
    B,
    /** PyTorch 2.2 and later. A connection begins with VALIDATE. */
    C
}
