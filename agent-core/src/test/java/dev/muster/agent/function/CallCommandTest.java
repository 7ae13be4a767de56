package dev.muster.agent.function;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.CallFiles;
import dev.muster.agent.job.Entrypoint;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class CallCommandTest {
    private static final CallFiles CALL =
            new CallFiles(
                    Path.of("/run/call_function.py"),
                    Path.of("/run/arguments.json"),
                    Path.of("/run/result.json"));
    private static final Entrypoint.Callable METHOD =
            new Entrypoint.JavaFunction("jobs.Work", "run");
    private static final Path JDK = Path.of("/jdk");

    @Test
    void a_python_function_is_called_by_the_interpreter_unbuffered() {
        var function = new Entrypoint.Function("jobs.work", "main");

        assertThat(new CallCommand().of(function, Optional.of(Path.of("/py")), CALL, Map.of()))
                .containsExactly(
                        "/py",
                        "-u",
                        "/run/call_function.py",
                        "jobs.work:main",
                        "/run/arguments.json",
                        "/run/result.json");
    }

    @Test
    void a_java_function_finds_our_classes_and_those_of_its_user() {
        var java = new CallCommand.Java(JDK, "/ours.jar", "", false);

        List<String> command =
                new CallCommand(java)
                        .of(METHOD, Optional.empty(), CALL, Map.of("CLASSPATH", "/theirs"));

        assertThat(command)
                .startsWith("/jdk/bin/java")
                .containsSequence("-cp", "/ours.jar:/theirs");
        assertThat(command)
                .endsWith(
                        JavaCaller.class.getName(),
                        "jobs.Work",
                        "run",
                        "/run/arguments.json",
                        "/run/result.json");
    }

    @Test
    void where_we_are_a_module_of_the_java_itself_it_is_started_as_one() {
        var java = new CallCommand.Java(JDK, "", "/modules", true);

        assertThat(new CallCommand(java).of(METHOD, Optional.empty(), CALL, Map.of()))
                .doesNotContain("-cp")
                .containsSequence(
                        "-p", "/modules", "-m", "dev.muster.agent/" + JavaCaller.class.getName());
    }
}
