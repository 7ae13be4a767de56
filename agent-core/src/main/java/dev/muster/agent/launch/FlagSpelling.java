package dev.muster.agent.launch;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.TreeSet;

/**
 * Brings the flags before the script to one spelling: {@code --a_b} and any unambiguous beginning
 * become the full {@code --a-b}; a beginning that torchrun would understand is never taken for a
 * flag that only we have. Flags that are not ours are taken out and become sentences, so that all
 * of them are told at once. Nothing from the script on is looked at.
 *
 * <p>picocli's own abbreviations are not used: with two spellings of a name each beginning would
 * match twice and be called ambiguous.
 */
final class FlagSpelling implements IParameterPreprocessor {
    private final List<LaunchProblem> problems = new ArrayList<>();
    private final Map<String, String> given = new HashMap<>();

    /** What was taken out, and why. */
    List<LaunchProblem> problems() {
        return List.copyOf(problems);
    }

    /** The values that long flags were given, by the flag's full name; the last one counts. */
    Map<String, String> given() {
        return Map.copyOf(given);
    }

    static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    /** The stack's top is the next word. Rewrites it and lets picocli go on with the parsing. */
    @Override
    @SuppressWarnings("JdkObsolete") // picocli's signature
    public boolean preprocess(
            Stack<String> words,
            CommandSpec command,
            @Nullable ArgSpec argument,
            Map<String, Object> info) {
        if (argument != null) return false;
        Deque<String> ahead = new ArrayDeque<>(words.reversed());
        var rewritten = new ArrayList<String>();
        while (!ahead.isEmpty() && isFlag(ahead.element())) {
            String word = ahead.remove();
            if (word.startsWith("--")) {
                longFlag(word, ahead, command, rewritten);
            } else {
                shortFlags(word, ahead, command, rewritten);
            }
        }
        rewritten.addAll(withoutDashesBehindScript(ahead));
        words.clear();
        words.addAll(rewritten.reversed());
        return false;
    }

    /** As argparse has it: of the words from the script on, "--" right behind it is not kept. */
    private static List<String> withoutDashesBehindScript(Deque<String> ahead) {
        var rest = new ArrayList<>(ahead);
        boolean flagsEndedBefore = !rest.isEmpty() && rest.getFirst().equals("--");
        if (!flagsEndedBefore && rest.size() > 1 && rest.get(1).equals("--")) rest.remove(1);
        return rest;
    }

    private static boolean isFlag(String word) {
        return word.length() > 1 && word.startsWith("-") && !word.equals("--");
    }

    private void longFlag(
            String word, Deque<String> ahead, CommandSpec command, List<String> rewritten) {
        int equals = word.indexOf('=');
        String typed = equals < 0 ? word : word.substring(0, equals);
        String value = equals < 0 ? "" : word.substring(equals);
        List<String> meant = candidates(typed.replace('_', '-'), command);
        if (meant.isEmpty()) {
            refuse(typed + " is not a flag of torchrun or muster run; leave it out");
            return;
        }
        if (meant.size() > 1) {
            refuse("%s is not clear, it could be %s".formatted(typed, String.join(" or ", meant)));
            return;
        }
        String name = meant.getFirst();
        boolean separateValue = equals < 0 && takesValue(name, command) && !ahead.isEmpty();
        rewritten.add(name + value);
        if (equals >= 0) given.put(name, value.substring(1));
        if (!separateValue) return;
        given.put(name, ahead.element());
        rewritten.add(ahead.remove());
    }

    private void shortFlags(
            String word, Deque<String> ahead, CommandSpec command, List<String> rewritten) {
        for (int i = 1; i < word.length(); i++) {
            OptionSpec option = command.findOption(word.charAt(i));
            if (option == null) {
                refuse(
                        "-%c is not a flag of torchrun or muster run; leave it out"
                                .formatted(word.charAt(i)));
                return;
            }
            if (takesValue(option)) {
                rewritten.add(word);
                boolean separateValue = i == word.length() - 1 && !ahead.isEmpty();
                if (separateValue) rewritten.add(ahead.remove());
                return;
            }
        }
        rewritten.add(word);
    }

    private static List<String> candidates(String typed, CommandSpec command) {
        var known = new TreeSet<>(command.optionsMap().keySet());
        if (known.contains(typed)) return List.of(typed);
        List<String> longer =
                known.stream()
                        .filter(name -> name.startsWith("--") && name.startsWith(typed))
                        .toList();
        List<String> torchruns = longer.stream().filter(FlagGroup::isTorchruns).toList();
        return torchruns.isEmpty() ? longer : torchruns;
    }

    private static boolean takesValue(String name, CommandSpec command) {
        OptionSpec option = command.findOption(name);
        return option != null && takesValue(option);
    }

    private void refuse(String sentence) {
        problems.add(new LaunchProblem(LaunchField.COMMAND_LINE, sentence));
    }
}
