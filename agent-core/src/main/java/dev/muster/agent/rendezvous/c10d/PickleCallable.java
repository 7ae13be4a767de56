package dev.muster.agent.rendezvous.c10d;

import java.util.Arrays;
import java.util.List;

/** All that a pickled state may name (elastic-agent §2.10). Naming is all: nothing is called. */
enum PickleCallable {
    STATE("torch.distributed.elastic.rendezvous.dynamic_rendezvous", "_RendezvousState"),
    NODE("torch.distributed.elastic.rendezvous.dynamic_rendezvous", "_NodeDesc"),
    DATETIME("datetime", "datetime"),
    TIMEZONE("datetime", "timezone"),
    TIMEDELTA("datetime", "timedelta"),
    /** Of protocols 2 and 3, which have no opcode for a set; 2 uses Python 2's name for it. */
    SET("builtins", "set"),
    PYTHON_2_SET("__builtin__", "set"),
    /** Of protocol 2, which has no opcode for bytes. */
    ENCODE("_codecs", "encode");

    private static final List<PickleCallable> ALL = Arrays.asList(values());

    private final String module;
    private final String called;

    PickleCallable(String module, String called) {
        this.module = module;
        this.called = called;
    }

    static PickleCallable of(String module, String called) {
        return ALL.stream()
                .filter(each -> each.module.equals(module) && each.called.equals(called))
                .findFirst()
                .orElseThrow(() -> new UnreadableState.ForbiddenCallable(module + "." + called));
    }

    String module() {
        return module;
    }

    String called() {
        return called;
    }
}
