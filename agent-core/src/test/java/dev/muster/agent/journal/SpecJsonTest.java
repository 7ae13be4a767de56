package dev.muster.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.NumaBinding;
import dev.muster.agent.job.NumaMode;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.WorkerDevices;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class SpecJsonTest {
    @Test
    void everything_that_was_asked_for_can_be_read_later() {
        String text =
                SpecJson.text(
                        SampleSpec.ofScript()
                                .entrypoint(new Entrypoint.Program("/bin/true"))
                                .withoutPython()
                                .arguments("--lr", "0.1")
                                .workers(4)
                                .maxRestarts(3)
                                .role("trainer")
                                .rendezvousId("sweep/7")
                                .redirects("0:1,2:3")
                                .tee("2")
                                .logDir(Path.of("/logs"))
                                .localRanksFilter(2, 0)
                                .duplicates(Map.of(LogStream.STDOUT, List.of("loss", "a,b")))
                                .linePrefix("${rank}:")
                                .masterPort(29500)
                                .build());

        assertThat(text)
                .isEqualTo(
                        ("{'program':'/bin/true','arguments':['--lr','0.1'],'workers':4,"
                                        + "'maxRestarts':3,'role':'trainer',"
                                        + "'rendezvousId':'sweep/7','workingDirectory':'/work',"
                                        + "'environmentNames':[],'redirects':'0:1,2:3','tee':'2',"
                                        + "'logDir':'/logs','localRanksFilter':[0,2],"
                                        + "'stdoutDuplicates':['loss','a,b'],"
                                        + "'linePrefix':'${rank}:','masterPort':29500,"
                                        + "'graceSeconds':30.0}")
                                .replace('\'', '"'));
    }

    @Test
    void a_function_is_named_as_it_is_on_the_command_line() {
        var python = SampleSpec.ofScript().entrypoint(new Entrypoint.Function("jobs.a", "main"));
        var java = SampleSpec.ofScript().entrypoint(new Entrypoint.JavaFunction("jobs.A", "main"));

        assertThat(SpecJson.text(python.build())).startsWith("{\"function\":\"jobs.a:main\"");
        assertThat(SpecJson.text(java.build())).startsWith("{\"javaFunction\":\"jobs.A::main\"");
    }

    @Test
    void the_other_nodes_of_a_job_stand_in_it_with_all_their_options() {
        var nodes =
                new JobNodes(
                        1,
                        4,
                        0,
                        "c10d",
                        "gpu-a:29400",
                        Map.of("timeout", "900", "join_timeout", "60"),
                        Optional.of("10.0.0.7"));

        assertThat(SpecJson.text(SampleSpec.ofScript().nodes(nodes).build()))
                .contains(
                        ("'nodes':{'min':1,'max':4,'nodeRank':0,'backend':'c10d',"
                                        + "'endpoint':'gpu-a:29400',"
                                        + "'config':{'join_timeout':'60','timeout':'900'},"
                                        + "'localAddress':'10.0.0.7'}")
                                .replace('\'', '"'));
    }

    @Test
    void what_devices_a_worker_gets_stands_in_it_where_it_is_not_all() {
        var numa = new NumaBinding(NumaMode.NODE, List.of("0-3", "4-7"));
        var devices = new WorkerDevices(true, Optional.of(numa));

        assertThat(SpecJson.text(SampleSpec.ofScript().devices(devices).build()))
                .contains(
                        ("'virtualLocalRank':true,"
                             + "'numaBinding':{'mode':'node','processors':['0-3','4-7']}")
                                .replace('\'', '"'));
    }

    @Test
    void a_module_is_told_from_a_script_and_a_program() {
        var module = new Entrypoint.Module("package.train");

        assertThat(SpecJson.text(SampleSpec.ofScript().entrypoint(module).build()))
                .startsWith("{\"module\":\"package.train\",\"python\":");
    }

    @Test
    void of_the_environment_only_the_names_are_written_down() {
        var environment = Map.of("WANDB_API_KEY", "s3cret", "ALSO", "hidden");

        String text = SpecJson.text(SampleSpec.ofScript().environment(environment).build());

        assertThat(text)
                .contains("\"environmentNames\":[\"ALSO\",\"WANDB_API_KEY\"]")
                .doesNotContain("s3cret", "hidden");
    }
}
