package dev.muster.agent.launch;

import dev.muster.agent.job.NumaMode;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** What a shell offers as the value of a flag. picocli makes one of each class by itself. */
final class FlagValues {
    private FlagValues() {}

    abstract static class Words implements Iterable<String> {
        private final List<String> words;

        Words(List<String> words) {
            this.words = words;
        }

        @Override
        public Iterator<String> iterator() {
            return words.iterator();
        }
    }

    static final class Devices extends Words {
        Devices() {
            super(List.of("cpu", "gpu", "xpu", "auto"));
        }
    }

    static final class Backends extends Words {
        Backends() {
            super(List.of("static", "c10d", "etcd-v3"));
        }
    }

    static final class NumaModes extends Words {
        NumaModes() {
            super(Arrays.stream(NumaMode.values()).map(NumaMode::flag).toList());
        }
    }

    static final class Shells extends Words {
        Shells() {
            super(List.of("bash", "zsh", "fish"));
        }
    }
}
