package dev.muster.gui.logs;

import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps what was used last, up to a number of entries. One thread. */
final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int most;

    Recent(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
