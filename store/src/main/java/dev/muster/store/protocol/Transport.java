package dev.muster.store.protocol;

/** By which of the system's ways a server moves bytes. The first that works here is the default. */
public enum Transport {
    /** Linux, where io_uring is allowed: many requests cost one system call. */
    IO_URING,
    /** Linux: a system call for each read and each write. */
    EPOLL,
    /** Wherever there is a JDK. */
    NIO
}
