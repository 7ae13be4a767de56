package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.RendezvousConfig;
import dev.muster.agent.rendezvous.RendezvousEndpoint;
import dev.muster.agent.rendezvous.RendezvousParameters;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import javax.net.ssl.SSLContext;

/**
 * Where etcd is, and how it lets us in.
 *
 * @param members each as {@code http://host:port}
 * @param tls for members that speak https
 */
record EtcdCluster(List<URI> members, Optional<SSLContext> tls, Optional<Login> login) {
    static final Set<String> OPTIONS =
            Set.of("protocol", "ca_cert", "ssl_cert", "ssl_cert_key", "user", "password_file");
    private static final int DEFAULT_PORT = 2379;

    /** A user of an etcd that has its authentication on. */
    record Login(String user, String password) {
        @Override
        public String toString() {
            return user;
        }
    }

    EtcdCluster {
        members = List.copyOf(members);
    }

    /**
     * Of the endpoint, {@code host[:port],host[:port],…}, and the {@link #OPTIONS}.
     *
     * @throws IllegalArgumentException where they make no sense
     */
    static EtcdCluster of(RendezvousParameters parameters) {
        RendezvousConfig config = parameters.config();
        String protocol = text(config, "protocol").orElse("http").toLowerCase(Locale.ROOT);
        if (!protocol.equals("http") && !protocol.equals("https")) {
            throw new IllegalArgumentException("The protocol must be HTTP or HTTPS.");
        }
        Optional<SSLContext> tls = Optional.empty();
        if (protocol.equals("https")) {
            tls = Optional.of(tls(config));
        } else {
            refuseWithoutTls(config);
        }
        return new EtcdCluster(members(protocol, parameters.endpoint()), tls, login(config));
    }

    private static List<URI> members(String protocol, String endpoints) {
        return RendezvousEndpoint.parseAll(endpoints, DEFAULT_PORT).stream()
                .map(each -> URI.create(protocol + "://" + each))
                .distinct()
                .toList();
    }

    private static SSLContext tls(RendezvousConfig config) {
        Optional<Path> certificate = path(config, "ssl_cert");
        Optional<Path> key = path(config, "ssl_cert_key");
        if (certificate.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException(
                    "ssl_cert and ssl_cert_key belong together: one of the two is missing");
        }
        var identity = certificate.map(chain -> new EtcdTls.Identity(chain, key.orElseThrow()));
        return EtcdTls.context(path(config, "ca_cert"), identity);
    }

    private static void refuseWithoutTls(RendezvousConfig config) {
        for (String option : List.of("ca_cert", "ssl_cert", "ssl_cert_key")) {
            if (config.get(option).isPresent()) {
                throw new IllegalArgumentException(option + " needs protocol=https");
            }
        }
    }

    private static Optional<Login> login(RendezvousConfig config) {
        if (config.get("password").isPresent()) {
            throw new IllegalArgumentException(
                    "password: others could read it on the command line and in the run's files"
                            + " (expected: user=…,password_file=…)");
        }
        Optional<String> user = text(config, "user");
        Optional<Path> file = path(config, "password_file");
        if (user.isPresent() != file.isPresent()) {
            throw new IllegalArgumentException(
                    "user and password_file belong together: one of the two is missing");
        }
        return user.map(name -> new Login(name, line(file.orElseThrow())));
    }

    private static String line(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "password_file: %s cannot be read".formatted(file), e);
        }
    }

    private static Optional<Path> path(RendezvousConfig config, String option) {
        return text(config, option).map(Path::of);
    }

    private static Optional<String> text(RendezvousConfig config, String option) {
        return config.get(option).map(value -> value.toString().strip());
    }
}
