package dev.muster.gui.fx;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the names of colours stand for in one theme. */
final class Colours {
    /** Red, green, blue and opacity, each 0 to 1. */
    record Paint(double red, double green, double blue, double opacity) {
        static Paint of(String hex) {
            String digits = hex.substring(1);
            if (digits.length() == 3) digits = digits.replaceAll("(.)", "$1$1");
            return new Paint(
                    part(digits, 0),
                    part(digits, 2),
                    part(digits, 4),
                    digits.length() > 6 ? part(digits, 6) : 1);
        }

        private static double part(String digits, int at) {
            return Integer.parseInt(digits.substring(at, at + 2), 16) / 255.0;
        }

        /** This over another, as the screen mixes them. */
        Paint over(Paint below) {
            return new Paint(
                    mix(red, below.red), mix(green, below.green), mix(blue, below.blue), 1);
        }

        private double mix(double above, double below) {
            return above * opacity + below * (1 - opacity);
        }

        private double luminance() {
            return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
        }

        private static double linear(double part) {
            return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
        }

        /** WCAG 2.2: from 1, not to be seen, to 21, black on white. */
        double contrast(Paint other) {
            double one = luminance() + 0.05;
            double two = other.luminance() + 0.05;
            return Math.max(one, two) / Math.min(one, two);
        }
    }

    private final Map<String, String> names = new HashMap<>();

    /** In {@code theme}, whose rules are those of {@code .root} and of its own class. */
    Colours(List<Sheets.Rule> rules, Theme theme) {
        for (String selector : List.of(".root", ".root." + theme.word())) {
            rules.stream()
                    .filter(rule -> rule.selector().equals(selector))
                    .forEach(rule -> names.putAll(rule.declared()));
        }
    }

    /** The colour of a name or of digits; absent for what is no colour of ours. */
    Optional<Paint> find(String value) {
        String at = value;
        for (int hops = 0; names.containsKey(at) && hops < 5; hops++) at = names.get(at);
        return at.startsWith("#") ? Optional.of(Paint.of(at)) : Optional.empty();
    }
}
