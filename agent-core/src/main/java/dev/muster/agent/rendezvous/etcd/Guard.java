package dev.muster.agent.rendezvous.etcd;

/** What must be so for a transaction to go through. */
sealed interface Guard {
    String key();

    /** Nobody has written the key. */
    record Absent(String key) implements Guard {}

    /** The key is there, whatever it holds. */
    record Present(String key) implements Guard {}

    /** The key was last written in that revision. */
    record Unchanged(String key, long modified) implements Guard {}
}
