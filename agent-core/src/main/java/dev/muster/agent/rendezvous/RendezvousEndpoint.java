package dev.muster.agent.rendezvous;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where nodes meet (elastic-agent §2.1).
 *
 * @param host a name or an address, an IPv6 one without its brackets
 * @param port 0 … 65535; 0 lets the host choose
 */
public record RendezvousEndpoint(String host, int port) {
    private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
    private static final Pattern HOST =
            Pattern.compile("[\\w.:-]+", Pattern.UNICODE_CHARACTER_CLASS);
    private static final int PORTS = 65_536;

    /**
     * Reads {@code host[:port]}. As torchrun does it, except that an IPv6 address without brackets
     * is refused: torchrun takes its last group for the port.
     */
    public static RendezvousEndpoint parse(String text, int defaultPort) {
        String endpoint = text.strip();
        if (endpoint.isEmpty()) return new RendezvousEndpoint("localhost", defaultPort);
        int colon = endpoint.lastIndexOf(':');
        if (colon < 0 || isBracketed(endpoint)) {
            return new RendezvousEndpoint(host(endpoint, endpoint), defaultPort);
        }
        String before = endpoint.substring(0, colon);
        if (before.contains(":") && !isBracketed(before)) {
            throw new IllegalArgumentException(
                    "The rendezvous endpoint '%s' has more than one colon and no brackets. Write %s."
                            .formatted(endpoint, bracketed(endpoint, before, defaultPort)));
        }
        return new RendezvousEndpoint(
                host(before, endpoint), port(endpoint.substring(colon + 1), endpoint));
    }

    /** Reads {@code host[:port],host[:port],…}: several servers that know the same. */
    public static List<RendezvousEndpoint> parseAll(String text, int defaultPort) {
        String[] parts = text.split(",", -1);
        if (parts.length > 1 && Arrays.stream(parts).anyMatch(String::isBlank)) {
            throw new IllegalArgumentException(
                    "The rendezvous endpoint '%s' has an empty part between its commas."
                            .formatted(text));
        }
        return Arrays.stream(parts).map(each -> parse(each, defaultPort)).toList();
    }

    /** Whether the last group is the port, only its author knows. */
    private static String bracketed(String endpoint, String before, int defaultPort) {
        String last = endpoint.substring(before.length() + 1);
        if (IpAddress.parse(before).isPresent() && PORT.matcher(last).matches()) {
            return IpAddress.parse(endpoint).isPresent()
                    ? "[%s]:%s if %s is the port, and [%s] if it is not"
                            .formatted(before, last, last, endpoint)
                    : "[%s]:%s".formatted(before, last);
        }
        String port = defaultPort == 0 ? "PORT" : Integer.toString(defaultPort);
        return "an IPv6 address as [%s], or as [%s]:%s with a port"
                .formatted(endpoint, endpoint, port);
    }

    private static boolean isBracketed(String text) {
        return text.length() > 1 && text.startsWith("[") && text.endsWith("]");
    }

    private static int port(String text, String endpoint) {
        int port = PORT.matcher(text).matches() ? Integer.parseInt(text) : PORTS;
        if (port < PORTS) return port;
        throw new IllegalArgumentException(
                ("The port number of the rendezvous endpoint '%s' must be an integer between 0 and"
                                + " 65536.")
                        .formatted(endpoint));
    }

    private static String host(String text, String endpoint) {
        String host = isBracketed(text) ? text.substring(1, text.length() - 1) : text;
        if (HOST.matcher(host).matches()) return host;
        throw new IllegalArgumentException(
                ("The hostname of the rendezvous endpoint '%s' must be a dot-separated list of"
                                + " labels, an IPv4 address, or an IPv6 address.")
                        .formatted(endpoint));
    }

    /** As {@link #parse} reads it back. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[%s]:%d" : "%s:%d").formatted(host, port);
    }
}
