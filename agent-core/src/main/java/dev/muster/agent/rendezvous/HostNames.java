package dev.muster.agent.rendezvous;

import java.util.Set;

/** What this machine and its name service know. May block; a name nobody knows is no failure. */
public interface HostNames {
    /** What this machine calls itself. */
    String machineName();

    /** The full names of this machine's addresses. */
    Set<String> canonicalNames();

    /** Every address of this machine: those its name resolves to, and those of its interfaces. */
    Set<IpAddress> machineAddresses();

    /** What {@code host} resolves to; empty when it does not. */
    Set<IpAddress> resolve(String host);
}
