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
import java.util.stream.Stream;

/** {@code --rdzv-backend=c10d}: the nodes meet in a c10d store that one of them serves. */
public final class C10dBackend implements RendezvousBackend {
    private static final String NAME = "c10d";

    /** A store that takes longer to answer than this counts as gone. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

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
        var duty = StoreDuty.of(host, options, names, HostedStores.OF_THIS_PROCESS, news);
        var link = new StoreLink(host.address());
        try {
            link.client(options.readTimeout());
            Node me = DynamicHandler.nextNode(address(parameters, options, names));
            var meeting =
                    new C10dMeeting(
                            new C10dMeeting.Place(link, duty),
                            settings,
                            me,
                            StateDialect.D4,
                            longestAnswer(options, settings));
            var seating =
                    new DynamicHandler.Seating(
                            NAME,
                            me,
                            settings,
                            Thread.ofPlatform().daemon().name("rendezvous").factory());
            return DynamicHandler.start(seating, meeting, news);
        } catch (RuntimeException e) {
            link.close();
            duty.endAtOnce();
            throw e;
        }
    }

    private static Duration longestAnswer(C10dOptions options, RendezvousSettings settings) {
        return Stream.of(LONGEST_ANSWER, options.readTimeout(), settings.longestAnswer())
                .min(Duration::compareTo)
                .orElseThrow();
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
