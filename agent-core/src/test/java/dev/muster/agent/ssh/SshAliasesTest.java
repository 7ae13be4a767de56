package dev.muster.agent.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class SshAliasesTest {
    @TempDir Path home;

    @BeforeEach
    void makeFolder() throws IOException {
        Files.createDirectories(home.resolve(".ssh/config.d"));
    }

    @Test
    void names_are_listed_in_order_and_patterns_are_left_out() throws IOException {
        write(
                "config",
                """
                # machines
                Host gpu-box gpu-*
                    HostName 10.0.0.7
                host = "other box" lab !lab2 ?x   # at home
                Host *
                    ForwardAgent no
                Match host work
                Host gpu-box last
                """);

        assertThat(SshAliases.of(home)).containsExactly("gpu-box", "lab", "last");
    }

    @Test
    void included_files_are_followed_by_pattern_and_relative_to_the_folder() throws IOException {
        write("config", "Include config.d/*.conf ~/.ssh/more\nHost own\n");
        write("config.d/b.conf", "Host b\n");
        write("config.d/a.conf", "Host a\n");
        write("config.d/c.off", "Host c\n");
        write("more", "Host more\n");

        assertThat(SshAliases.of(home)).containsExactly("a", "b", "more", "own");
    }

    @Test
    void a_file_that_includes_itself_is_read_a_few_times_and_no_more() throws IOException {
        write("config", "Host first\nInclude config config\n");

        assertThat(SshAliases.of(home)).containsExactly("first");
    }

    @Test
    void what_would_be_an_option_is_no_name() throws IOException {
        write("config", "Host -oProxyCommand=evil $(evil) a;b fine\n");

        assertThat(SshAliases.of(home)).containsExactly("fine");
    }

    @Test
    void without_a_file_there_are_no_names() {
        assertThat(SshAliases.of(home)).isEmpty();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(home.resolve(".ssh").resolve(name), text);
    }
}
