package dev.muster.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyMeaningTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "init/ | JOINING | how many processes have joined",
                "/torch.rendezvous.job7 | RENDEZVOUS | state of the rendezvous of job job7",
                "/torch.rendezvous.job7.3/MASTER_PORT | RENDEZVOUS | port of the workers' store",
                "/torch.rendezvous.a.3/torchelastic/role_info/1"
                        + " | RANKS | what node 1 brings: role and workers",
                "/torch.rendezvous.a.3/torchelastic/assigned_ranks/1 | RANKS | ranks dealt to node"
                        + " 1",
                "/torchelastic/agent/terminal_state/num_members"
                        + " | BARRIER | exit barrier: nodes whose workers are done",
                "/my/sync/num_members | BARRIER | how many have come to barrier my/sync",
                "/store_based_barrier_key:1"
                        + " | BARRIER | barrier at the making of a process group",
                "/default_pg/0//cpu//0/1"
                        + " | PROCESS_GROUP | where rank 1 of the default group is met, on cpu",
                "//worker/attempt_2/default_pg/0//cuda//0/7"
                        + " | PROCESS_GROUP | where rank 7 of the default group is met, on cuda",
                "/default_pg/0//1//cpu//0/1"
                        + " | PROCESS_GROUP | where rank 1 of a group is met, on cpu",
                "/debug_server/rank3 | DEBUG | where the debug server of rank 3 is",
                "/epoch | SCRIPT | the script's own"
            })
    void a_name_tells_what_the_key_is_for(String name, KeyMeaning.Kind kind, String words) {
        assertThat(KeyMeaning.of(name)).isEqualTo(new KeyMeaning(kind, words));
    }
}
