package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;

class KnocksTest {
    private static final Instant NOW = Instant.EPOCH;

    private final Knocks knocks = new Knocks();

    private static InetAddress address(String text) throws UnknownHostException {
        return InetAddress.getByName(text);
    }

    private void refuse(int times, InetAddress address) {
        for (int k = 0; k < times; k++) knocks.refused(address, NOW);
    }

    @Test
    void the_last_that_is_heard_is_told_of_and_a_minute_later_it_is_heard_again()
            throws UnknownHostException {
        InetAddress stranger = address("192.0.2.7");

        refuse(Knocks.MOST - 1, stranger);
        boolean before = knocks.isHeard(stranger, NOW);
        Knocks.Verdict verdict = knocks.refused(stranger, NOW);

        assertThat(before).isTrue();
        assertThat(verdict).isEqualTo(Knocks.Verdict.LAST);
        assertThat(knocks.isHeard(stranger, NOW.plus(Duration.ofSeconds(59)))).isFalse();
        assertThat(knocks.isHeard(stranger, NOW.plus(Duration.ofMinutes(1)))).isTrue();
    }

    @Test
    void others_are_heard_meanwhile() throws UnknownHostException {
        refuse(Knocks.MOST, address("192.0.2.7"));

        assertThat(knocks.isHeard(address("192.0.2.8"), NOW)).isTrue();
    }

    @Test
    void neighbours_in_a_network_of_ipv6_are_heard_until_there_are_too_many()
            throws UnknownHostException {
        refuse(Knocks.MOST, address("2001:db8:1:2::1"));
        boolean neighbour = knocks.isHeard(address("2001:db8:1:2:ffff::9"), NOW);
        for (int k = Knocks.MOST; k < Knocks.MOST_OF_NETWORK; k++) {
            refuse(1, address("2001:db8:1:2::" + Integer.toHexString(k + 2)));
        }

        assertThat(neighbour).isTrue();
        assertThat(knocks.isHeard(address("2001:db8:1:2::1"), NOW)).isFalse();
        assertThat(knocks.isHeard(address("2001:db8:1:2:ffff::9"), NOW)).isFalse();
        assertThat(knocks.isHeard(address("2001:db8:1:3::1"), NOW)).isTrue();
    }

    @Test
    void nobody_is_silenced_by_those_who_share_his_address() throws UnknownHostException {
        InetAddress shared = address("192.0.2.7");
        knocks.welcomed(shared, NOW);

        refuse(Knocks.MOST, shared);
        Knocks.Verdict more = knocks.refused(shared, NOW);

        assertThat(knocks.isHeard(shared, NOW)).isTrue();
        assertThat(more).isEqualTo(Knocks.Verdict.PAST);
        assertThat(knocks.isKnown(shared, NOW.plus(Duration.ofHours(1)))).isFalse();
    }

    @Test
    void a_crowd_of_addresses_is_not_remembered_without_end() throws UnknownHostException {
        refuse(Knocks.MOST, address("192.0.2.7"));

        for (int k = 0; k < 2_000; k++)
            refuse(1, address("10.0.%d.%d".formatted(k / 256, k % 256)));

        assertThat(knocks.isHeard(address("192.0.2.7"), NOW)).isTrue();
    }
}
