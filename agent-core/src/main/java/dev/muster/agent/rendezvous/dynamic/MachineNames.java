package dev.muster.agent.rendezvous.dynamic;

import dev.muster.agent.rendezvous.HostNames;
import dev.muster.agent.rendezvous.IpAddress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the kernel and the name service say about this machine. Each question goes to the name
 * service once, and only when it is asked: one may take seconds. Lives on one thread.
 */
public final class MachineNames implements HostNames {
    private static final Path KERNEL_NAME = Path.of("/proc/sys/kernel/hostname");

    private final Map<String, List<InetAddress>> resolved = new HashMap<>();
    private Optional<String> name = Optional.empty();
    private Optional<Set<String>> canonical = Optional.empty();
    private Optional<Set<IpAddress>> addresses = Optional.empty();

    @Override
    public String machineName() {
        if (name.isEmpty()) name = Optional.of(kernelName());
        return name.get();
    }

    @Override
    public Set<String> canonicalNames() {
        if (canonical.isEmpty()) {
            canonical =
                    Optional.of(
                            lookUp(machineName()).stream()
                                    .map(InetAddress::getCanonicalHostName)
                                    .collect(Collectors.toSet()));
        }
        return canonical.get();
    }

    /** What other machines can reach this one by, as far as it knows a better name than its own. */
    public String fullName() {
        return canonicalNames().stream()
                .filter(
                        each ->
                                each.contains(".")
                                        && !each.startsWith("localhost")
                                        && IpAddress.parse(each).isEmpty())
                .sorted()
                .findFirst()
                .orElseGet(this::machineName);
    }

    @Override
    public Set<IpAddress> machineAddresses() {
        if (addresses.isEmpty()) {
            var all = new HashSet<>(resolve(machineName()));
            all.addAll(ofInterfaces());
            addresses = Optional.of(Set.copyOf(all));
        }
        return addresses.get();
    }

    @Override
    public Set<IpAddress> resolve(String host) {
        return addresses(lookUp(host).stream());
    }

    private List<InetAddress> lookUp(String host) {
        return resolved.computeIfAbsent(host, MachineNames::lookedUp);
    }

    private static List<InetAddress> lookedUp(String host) {
        try {
            return List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException _) {
            return List.of(); // a name that nobody knows is nobody's
        }
    }

    private static Set<IpAddress> ofInterfaces() {
        try {
            return addresses(
                    NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses));
        } catch (SocketException _) {
            return Set.of(); // then the machine's name must do
        }
    }

    private static Set<IpAddress> addresses(Stream<InetAddress> addresses) {
        return addresses
                .flatMap(each -> IpAddress.parse(each.getHostAddress()).stream())
                .collect(Collectors.toSet());
    }

    private static String kernelName() {
        try {
            String name = Files.readString(KERNEL_NAME).strip();
            return name.isEmpty() ? "localhost" : name;
        } catch (IOException _) {
            return "localhost"; // no such file outside Linux
        }
    }
}
