package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class HostsFileTest {
    /** What Python's socket.getfqdn() answers with these tables and no name service. */
    @ParameterizedTest(name = "{2} is called {3} in full: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "Debian    |127.0.0.1 localhost;127.0.1.1 box.example.org box|box|box.example.org",
                "container |127.0.0.1 localhost;172.17.0.2 0a1b2c            |0a1b2c|0a1b2c",
                "same place|127.0.0.1 localhost;127.0.0.1 box                |box|localhost",
                "comment   |# 10.0.0.1 box.evil box;10.0.0.1 box box.org # x |box|box.org",
                "unknown   |127.0.0.1 localhost                              |box|box",
                "broken    |10.0.0.1;;box                                    |box|box",
            })
    void a_host_is_called_as_the_table_calls_its_address(
            String kind, String table, String host, String full) {
        var hosts = HostsFile.of(List.of(table.split(";")));

        assertThat(hosts.fullNameOf(host)).as(kind).isEqualTo(full);
    }
}
