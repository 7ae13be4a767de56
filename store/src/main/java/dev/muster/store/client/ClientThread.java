package dev.muster.store.client;

import io.netty.util.concurrent.FastThreadLocalThread;

/** The one thread of a client. It carries requests and answers and must never wait for either. */
public final class ClientThread extends FastThreadLocalThread {
    ClientThread(Runnable work) {
        super(work, "store client");
        setDaemon(true);
    }
}
