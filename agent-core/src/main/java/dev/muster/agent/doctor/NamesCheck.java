package dev.muster.agent.doctor;

import dev.muster.agent.home.HostName;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** What this machine's name leads to, and what that leads back to: other nodes go by it. */
record NamesCheck(String host, Names names) implements Check {
    private static final String ADVICE =
            "jobs of one node do not mind; for several give --local-addr with an address that the"
                    + " others reach, or mend /etc/hosts or the name service";

    /** A name service, which may take its time. */
    interface Names {
        List<InetAddress> addresses(String host) throws UnknownHostException;

        /** The name of an address; the address itself where it has none. */
        String name(InetAddress address);
    }

    static NamesCheck ofThisMachine() {
        return new NamesCheck(
                HostName.read(),
                new Names() {
                    @Override
                    public List<InetAddress> addresses(String host) throws UnknownHostException {
                        return List.of(InetAddress.getAllByName(host));
                    }

                    @Override
                    public String name(InetAddress address) {
                        return address.getCanonicalHostName();
                    }
                });
    }

    @Override
    public String name() {
        return "names";
    }

    @Override
    public List<Finding> look() {
        List<InetAddress> addresses;
        try {
            addresses = names.addresses(host);
        } catch (UnknownHostException _) {
            return List.of(Finding.warn(name(), "%s has no address".formatted(host), ADVICE));
        }
        if (addresses.stream().allMatch(InetAddress::isLoopbackAddress)) {
            return List.of(
                    Finding.warn(
                            name(),
                            "%s is %s, which no other machine can reach"
                                    .formatted(host, texts(addresses)),
                            ADVICE));
        }
        InetAddress first =
                addresses.stream()
                        .filter(one -> !one.isLoopbackAddress())
                        .findFirst()
                        .orElseThrow();
        return List.of(back(first, names.name(first)));
    }

    private Finding back(InetAddress address, String name) {
        String text = address.getHostAddress();
        if (name.equals(text)) {
            return Finding.warn(
                    name(), "%s is %s, which has no name".formatted(host, text), ADVICE);
        }
        return first(name).equalsIgnoreCase(first(host))
                ? Finding.ok(name(), "%s is %s, and back".formatted(host, text))
                : Finding.warn(name(), "%s is %s, which is %s".formatted(host, text, name), ADVICE);
    }

    private static String first(String name) {
        return name.split("\\.", 2)[0];
    }

    private static String texts(List<InetAddress> addresses) {
        return String.join(
                " and ", addresses.stream().map(InetAddress::getHostAddress).distinct().toList());
    }
}
