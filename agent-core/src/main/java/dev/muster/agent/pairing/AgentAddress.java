package dev.muster.agent.pairing;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where an agent listens for those it is paired with.
 *
 * @param host a name or an address, an IPv6 one without its brackets
 * @param port 0 … 65535; 0 lets the system choose
 */
public record AgentAddress(String host, int port) {
    private static final Pattern FORM =
            Pattern.compile("(?:\\[([0-9A-Fa-f:.%a-z]+)]|([A-Za-z0-9._-]+)):([0-9]{1,5})");
    private static final int PORTS = 65_536;

    public AgentAddress {
        if (port < 0 || port >= PORTS) {
            throw new IllegalArgumentException(
                    "port: found %d, expected 0..%d".formatted(port, PORTS - 1));
        }
    }

    /**
     * Reads {@code host:port} or {@code [IPv6 address]:port}.
     *
     * @throws IllegalArgumentException with a sentence for the user when it is neither
     */
    public static AgentAddress parse(String text) {
        Matcher found = FORM.matcher(text);
        if (!found.matches()) {
            throw new IllegalArgumentException(
                    "address: found \"%s\", expected HOST:PORT".formatted(text));
        }
        String host = found.group(1) == null ? found.group(2) : found.group(1);
        return new AgentAddress(host, Integer.parseInt(found.group(3)));
    }

    /** As {@link #parse} reads it back. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[%s]:%d" : "%s:%d").formatted(host, port);
    }
}
