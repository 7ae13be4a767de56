/**
 * The agent: what a job is, what can happen to it, who decides and who acts, and the ways to watch
 * and steer it.
 *
 * <p>Contract: no JavaFX anywhere, and no Netty type in any signature.
 */
module dev.muster.agent {
    requires transitive dev.muster.store;
    requires transitive info.picocli; // the flags are a mixin for picocli commands
    requires transitive tools.jackson.databind; // the journal writes fields into a generator
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.codec.http;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport.unix.common;
    requires java.logging;
    requires java.net.http;
    requires java.sql; // the index of runs; its driver is found by name
    requires jdk.httpserver;
    requires jdk.net;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.muster.agent.barrier;
    exports dev.muster.agent.barrier.peer;
    exports dev.muster.agent.command;
    exports dev.muster.agent.control.api;
    exports dev.muster.agent.demo;
    exports dev.muster.agent.elastic;
    exports dev.muster.agent.elastic.local;
    exports dev.muster.agent.event;
    exports dev.muster.agent.fleet;
    exports dev.muster.agent.function;
    exports dev.muster.agent.history;
    exports dev.muster.agent.home;
    exports dev.muster.agent.job;
    exports dev.muster.agent.journal;
    exports dev.muster.agent.launch;
    exports dev.muster.agent.multiprocessing;
    exports dev.muster.agent.output; // logs of recorded runs
    exports dev.muster.agent.pairing;
    exports dev.muster.agent.report;
    exports dev.muster.agent.session;
    exports dev.muster.agent.signal;
    exports dev.muster.agent.ssh;
    exports dev.muster.agent.stacks;
    exports dev.muster.agent.store;
    exports dev.muster.agent.telemetry;

    uses dev.muster.agent.rendezvous.RendezvousBackend;

    provides dev.muster.agent.rendezvous.RendezvousBackend with
            dev.muster.agent.rendezvous.c10d.C10dBackend,
            dev.muster.agent.rendezvous.etcd.EtcdBackend,
            dev.muster.agent.rendezvous.fixed.StaticBackend;

    opens dev.muster.agent.cli to
            info.picocli;
    opens dev.muster.agent.launch to
            info.picocli;
}
