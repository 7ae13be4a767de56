package dev.muster.gui.news;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Who is told what happens: nobody who looks at the window anyway; else the desktop; and where that
 * takes nothing, whoever comes back to the window. FX thread.
 */
public final class NewsDesk {
    private static final int MOST_KEPT = 3;

    /** Tells the desktop, or hands back what it does not take; on any thread. */
    public interface Teller {
        void tell(News news, Consumer<News> otherwise);
    }

    private final BooleanSupplier wanted;
    private final Teller desktop;
    private final Executor fxThread;
    private final Consumer<String> says;
    private final Deque<News> kept = new ArrayDeque<>();
    private boolean inFront;

    /**
     * @param wanted whether the user wants to be told at all
     * @param says says a sentence in the window
     */
    public NewsDesk(
            BooleanSupplier wanted, Teller desktop, Executor fxThread, Consumer<String> says) {
        this.wanted = wanted;
        this.desktop = desktop;
        this.fxThread = fxThread;
        this.says = says;
    }

    /** The window comes to the front, or leaves it. */
    public void inFront(boolean now) {
        inFront = now;
        if (!inFront) return;
        kept.forEach(news -> says.accept(news.sentence()));
        kept.clear();
    }

    /** Something happened. */
    public void happened(News news) {
        if (inFront || !wanted.getAsBoolean()) return;
        desktop.tell(news, back -> fxThread.execute(() -> keep(back)));
    }

    private void keep(News news) {
        kept.addLast(news);
        while (kept.size() > MOST_KEPT) kept.removeFirst();
        if (inFront) inFront(true);
    }
}
