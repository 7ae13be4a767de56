package dev.muster.agent.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** elastic-agent §2.1: am I the host? */
class HostMatchTest {
    private static final HostNames THIS_MACHINE =
            new HostNames() {
                private final Map<String, Set<IpAddress>> known =
                        Map.of(
                                "alias.example.com", addresses("10.0.0.7"),
                                "half.example.com", addresses("10.9.9.9", "fe80::7"),
                                "dummy.example.com", addresses("10.0.0.8"));

                @Override
                public String machineName() {
                    return "node7";
                }

                @Override
                public Set<String> canonicalNames() {
                    return Set.of("node7.example.com");
                }

                @Override
                public Set<IpAddress> machineAddresses() {
                    return addresses("10.0.0.7", "192.168.1.7", "fe80::7");
                }

                @Override
                public Set<IpAddress> resolve(String host) {
                    return known.getOrDefault(host, Set.of());
                }
            };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost", "127.0.0.1", "127.0.1.1", "::1", "0:0:0:0:0:0:0:1",
                "0000:0000::0001", "node7", "node7.example.com", "10.0.0.7", "192.168.1.7",
                "fe80::7", "fe80:0:0::0007", "FE80::7%eth0", "alias.example.com", "half.example.com"
            })
    void these_mean_this_machine(String host) {
        assertThat(HostMatch.isThisMachine(host, THIS_MACHINE)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dummy",
                "dummy.example.com",
                "0.0.0.0",
                "::2",
                "10.0.0.8",
                "node77",
                "127.0.0",
                "127.0.0.256",
                "1::2::3",
                "::1::",
                ":",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3"
            })
    void these_do_not(String host) {
        assertThat(HostMatch.isThisMachine(host, THIS_MACHINE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"::10.0.0.7", "0:0:0:0:0:0:a00:7", "::a00:7"})
    void an_ipv4_address_may_end_an_ipv6_one(String text) {
        assertThat(IpAddress.parse(text)).isEqualTo(IpAddress.parse("::0a00:0007")).isPresent();
    }

    private static Set<IpAddress> addresses(String... texts) {
        return Arrays.stream(texts)
                .flatMap(text -> IpAddress.parse(text).stream())
                .collect(Collectors.toSet());
    }
}
