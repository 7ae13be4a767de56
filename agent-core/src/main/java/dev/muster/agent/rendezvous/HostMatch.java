package dev.muster.agent.rendezvous;

import java.util.Collections;
import java.util.Optional;

/**
 * Whether an endpoint means this machine, which then hosts the store (elastic-agent §2.1). Because
 * {@link HostNames} knows the addresses of all interfaces, an alias and a second network card are
 * recognised, which torchrun misses.
 */
public final class HostMatch {
    private HostMatch() {}

    public static boolean isThisMachine(String host, HostNames names) {
        if (host.equals("localhost")) return true;
        Optional<IpAddress> literal = IpAddress.parse(host);
        if (literal.isPresent()) {
            return literal.get().isLoopback() || names.machineAddresses().contains(literal.get());
        }
        return host.equals(names.machineName())
                || names.canonicalNames().contains(host)
                || !Collections.disjoint(names.resolve(host), names.machineAddresses());
    }
}
