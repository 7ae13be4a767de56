package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.IpAddress;
import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousBackend;
import dev.muster.agent.rendezvous.RendezvousHandler;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousNews.Noticed;
import dev.muster.agent.rendezvous.RendezvousParameters;
import dev.muster.agent.rendezvous.RendezvousSettings;
import dev.muster.agent.rendezvous.dynamic.DynamicHandler;
import dev.muster.agent.rendezvous.dynamic.MachineNames;

import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

/** {@code --rdzv-backend=c10d}: the nodes meet in a c10d store that one of them serves. */
public final class C10dBackend implements RendezvousBackend {
    private static final String NAME = "c10d";

    /** A store that takes longer to answer than this counts as gone. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

    /** How long the others may take to leave a store that this node serves. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> options() {
        return RendezvousSettings.optionsAnd(C10dOptions.NAMES);
    }

    @Override
    public RendezvousHandler create(
            RendezvousParameters parameters, Consumer<? super RendezvousNews> news) {
        var settings = RendezvousSettings.from(parameters);
        var options = C10dOptions.from(parameters);
        var names = new MachineNames();
        var host = StoreHost.choose(options, names, HostedStores.OF_THIS_PROCESS);
        news.accept(new Noticed(host.because()));
        var link = new StoreLink(host.address());
        try {
            link.client(options.readTimeout());
            Node me = DynamicHandler.nextNode(address(parameters, options, names));
            Duration atMost =
                    options.readTimeout().compareTo(LONGEST_ANSWER) < 0
                            ? options.readTimeout()
                            : LONGEST_ANSWER;
            var meeting =
                    new C10dMeeting(
                            new C10dMeeting.Place(link, () -> goHome(host, news)),
                            settings,
                            me,
                            StateDialect.D4,
                            atMost);
            var seating =
                    new DynamicHandler.Seating(
                            NAME,
                            me,
                            settings,
                            Thread.ofPlatform().daemon().name("rendezvous").factory());
            return DynamicHandler.start(seating, meeting, news);
        } catch (RuntimeException e) {
            link.close();
            host.server().ifPresent(lease -> lease.end(Duration.ZERO));
            throw e;
        }
    }

    /** Whoever serves the store leaves last: the others still have to learn that all is over. */
    private static void goHome(StoreHost host, Consumer<? super RendezvousNews> news) {
        host.server()
                .ifPresent(
                        lease -> {
                            if (!lease.server().connections().isEmpty()) {
                                news.accept(
                                        new Noticed(
                                                "serving the store until the others have left, for"
                                                        + " at most %d s"
                                                                .formatted(GRACE.toSeconds())));
                            }
                            lease.end(GRACE);
                        });
    }

    /** How the others reach us. Where all meet on one machine, that needs no name service. */
    private static String address(
            RendezvousParameters parameters, C10dOptions options, MachineNames names) {
        String endpoint = options.endpoint().host();
        boolean alone =
                endpoint.equals("localhost")
                        || IpAddress.parse(endpoint).filter(IpAddress::isLoopback).isPresent();
        return parameters
                .localAddress()
                .orElseGet(() -> alone ? names.machineName() : names.fullName());
    }
}
