package dev.muster.store.view;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.function.Consumer;

/** Tells of a stall where nobody else is told of it. Any thread. */
final class StallLog implements Consumer<Stall> {
    private static final Logger LOG = LoggerFactory.getLogger(StallLog.class);

    @Override
    public void accept(Stall stall) {
        switch (stall) {
            case Stall.Noticed(var lasting, var where) ->
                    LOG.warn(
                            "the store has not answered for {} ms; its thread stands at {}",
                            lasting.toMillis(),
                            where.isEmpty() ? "its end" : where.getFirst());
            case Stall.ClientsReset(var lasting, int clients) ->
                    LOG.error(
                            "the store has not answered for {} ms; reset {} connections so that"
                                    + " its clients fail instead of hanging",
                            lasting.toMillis(),
                            clients);
            case Stall.Over(var lasted) ->
                    LOG.warn("the store serves again after {} ms", lasted.toMillis());
        }
    }
}
