package dev.muster.gui.launch;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.launch.LaunchChecks;
import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.LaunchDraft.Kind;
import dev.muster.agent.launch.LaunchField;
import dev.muster.agent.launch.LaunchProblem;
import dev.muster.agent.launch.LaunchReading;
import dev.muster.agent.launch.LaunchTool;
import dev.muster.agent.launch.NodeRemarks;
import dev.muster.agent.launch.Resolution;
import dev.muster.agent.launch.StreamRemarks;
import dev.muster.agent.launch.TorchrunLine;
import dev.muster.agent.launch.WrittenLaunch;
import dev.muster.agent.session.AgentSession;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The launch form as data: texts, the sentence under each, and what Run does. FX thread, but for
 * the checks, of which only the newest counts.
 */
final class LaunchFormViewModel {
    /** The fields of the form from top to bottom. */
    static final Set<LaunchField> FIELDS =
            Collections.unmodifiableSet(EnumSet.range(LaunchField.SCRIPT, LaunchField.ENVIRONMENT));

    private static final Logger LOG = LoggerFactory.getLogger(LaunchFormViewModel.class);
    private static final Map<String, String> ENVIRONMENT = System.getenv();

    /** What the fields come to, and what of them comes to nothing. */
    private record Checked(Resolution resolution, List<String> remarks) {}

    private final AgentSession session;
    private final Function<LaunchDraft, Resolution> checks;
    private final Function<JobSpec, List<LaunchProblem>> surroundings;
    private final PythonChoices pythons;
    private final FormThreads threads;
    private final Consumer<RunId> onLaunched;
    private final Map<LaunchField, FormField> fields = new EnumMap<>(LaunchField.class);
    private final ObjectProperty<Kind> kind = new SimpleObjectProperty<>(Kind.SCRIPT);
    private final StringProperty pasted = new SimpleStringProperty("");
    private final ReadOnlyStringWrapper notes = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper commandLine = new ReadOnlyStringWrapper("");
    private final ObjectProperty<LaunchTool> tool = new SimpleObjectProperty<>(LaunchTool.TORCHRUN);
    private final ReadOnlyStringWrapper leftOut = new ReadOnlyStringWrapper("");
    private Optional<JobSpec> ready = Optional.empty();
    private final ReadOnlyStringWrapper failure = new ReadOnlyStringWrapper("");
    private final ReadOnlyBooleanWrapper launching = new ReadOnlyBooleanWrapper();
    private final ReadOnlyStringWrapper remarks = new ReadOnlyStringWrapper("");
    private final Map<FieldGroup, BooleanProperty> shown = new EnumMap<>(FieldGroup.class);
    private final Map<FieldGroup, ReadOnlyStringWrapper> set = new EnumMap<>(FieldGroup.class);
    private final AtomicLong newestCheck = new AtomicLong();
    private Consumer<LaunchField> onRefused = _ -> {};
    private boolean filling;
    private boolean runAsked;

    LaunchFormViewModel(
            AgentSession session,
            Function<LaunchDraft, Resolution> checks,
            Function<JobSpec, List<LaunchProblem>> surroundings,
            PythonChoices pythons,
            FormThreads threads,
            Consumer<RunId> onLaunched) {
        this.session = session;
        this.checks = checks;
        this.surroundings = surroundings;
        this.pythons = pythons;
        this.threads = threads;
        this.onLaunched = onLaunched;
        for (FieldGroup group : FieldGroup.values()) {
            shown.put(group, new SimpleBooleanProperty());
            set.put(group, new ReadOnlyStringWrapper(""));
        }
        for (LaunchField name : FIELDS) {
            var field = new FormField();
            field.text().subscribe((_, _) -> edited(field));
            fields.put(name, field);
        }
        kind.subscribe((_, _) -> edited(field(LaunchField.SCRIPT)));
        pasted.subscribe((_, line) -> fillFromPasted(line));
        tool.subscribe((_, _) -> write(ready));
        check(threads.afterTyping());
    }

    StringProperty text(LaunchField name) {
        return field(name).text();
    }

    ReadOnlyStringProperty problem(LaunchField name) {
        return field(name).problem();
    }

    ReadOnlyStringProperty remark(LaunchField name) {
        return field(name).remark();
    }

    ObjectProperty<Kind> kind() {
        return kind;
    }

    /** A torchrun line; whatever is put here fills the form at once. */
    StringProperty pasted() {
        return pasted;
    }

    /** What of the pasted line, or of the draft the form was opened with, has no place here. */
    ReadOnlyStringProperty notes() {
        return notes.getReadOnlyProperty();
    }

    /** What the line that does the same is a line of. */
    ObjectProperty<LaunchTool> tool() {
        return tool;
    }

    /** What of the fields that line has no word for. */
    ReadOnlyStringProperty leftOut() {
        return leftOut.getReadOnlyProperty();
    }

    /** The line that does the same in a terminal; empty while something is wrong. */
    ReadOnlyStringProperty commandLine() {
        return commandLine.getReadOnlyProperty();
    }

    /** Why the agent did not take the run; empty when nothing of the kind happened. */
    ReadOnlyStringProperty failure() {
        return failure.getReadOnlyProperty();
    }

    /** While the agent is taking the run. */
    ReadOnlyBooleanProperty launching() {
        return launching.getReadOnlyProperty();
    }

    PythonChoices pythons() {
        return pythons;
    }

    /** What is taken as it is, and nothing comes of. */
    ReadOnlyStringProperty remarks() {
        return remarks.getReadOnlyProperty();
    }

    /** Whether the group's fields are unfolded. */
    BooleanProperty shown(FieldGroup group) {
        return Objects.requireNonNull(shown.get(group));
    }

    /** The names of the group's fields that have a text; empty while none has. */
    ReadOnlyStringProperty setIn(FieldGroup group) {
        return Objects.requireNonNull(set.get(group)).getReadOnlyProperty();
    }

    /** Who is told the topmost bad field when Run is refused. */
    void setOnRefused(Consumer<LaunchField> onRefused) {
        this.onRefused = onRefused;
    }

    /** Puts a draft into the fields, in the place of everything that was there. */
    void fill(LaunchDraft draft) {
        LaunchReading here = LaunchChecks.inAForm(draft);
        fill(here.draft(), here.problems());
    }

    /** Likewise, with what is known to be wrong with it already. */
    void fill(LaunchDraft draft, List<LaunchProblem> problems) {
        LaunchReading here = LaunchChecks.inAForm(draft);
        var typed = TypedLaunch.of(here.draft());
        filling = true;
        kind.set(typed.kind());
        fields.forEach((name, field) -> field.text().set(typed.texts().getOrDefault(name, "")));
        filling = false;
        forgetAll();
        FieldGroup.folded().forEach(this::tellWhatIsSet);
        var all = new ArrayList<>(problems);
        here.problems().stream().filter(problem -> !all.contains(problem)).forEach(all::add);
        notes.set(notesOf(all));
        FIELDS.stream().filter(name -> !text(name).get().isBlank()).forEach(this::unfold);
        boolean anything = !draft.equals(LaunchDraft.EMPTY) || !problems.isEmpty();
        if (anything) fields.values().forEach(FormField::touch);
        blame(all);
        check(threads.afterTyping());
    }

    /** Takes a file or folder that was picked or dropped. */
    void take(Path picked) {
        if (Files.isDirectory(picked)) {
            text(LaunchField.WORKING_DIRECTORY).set(picked.toString());
            return;
        }
        if (kind.get() == Kind.MODULE) kind.set(Kind.SCRIPT);
        text(LaunchField.SCRIPT).set(picked.toString());
        Path folder = picked.getParent();
        if (folder != null && text(LaunchField.WORKING_DIRECTORY).get().isBlank()) {
            text(LaunchField.WORKING_DIRECTORY).set(folder.toString());
        }
    }

    /** Checks everything, and starts the run if nothing is wrong. */
    void run() {
        if (runAsked) return;
        runAsked = true;
        failure.set("");
        fields.values().forEach(FormField::touch);
        newestCheck.incrementAndGet(); // what was asked while typing is answered by this one
        var typed = typed();
        threads.atOnce().execute(() -> resolve(typed, this::launchIfReady));
    }

    private void launchIfReady(Checked checked) {
        show(checked);
        switch (checked.resolution()) {
            case Resolution.Ready(var spec) -> launch(spec);
            case Resolution.Refused(var problems) -> {
                runAsked = false;
                reveal(problems.getFirst());
            }
        }
    }

    private void reveal(LaunchProblem problem) {
        if (!FIELDS.contains(problem.field())) {
            failure.set(Sentences.from(problem.forTerminal()));
            return;
        }
        unfold(problem.field());
        onRefused.accept(problem.field());
    }

    private void unfold(LaunchField name) {
        shown(FieldGroup.of(name)).set(true);
    }

    private void launch(JobSpec spec) {
        launching.set(true);
        session.launch(spec)
                .whenComplete((run, why) -> threads.fx().execute(() -> launched(run, why)));
    }

    private void launched(@Nullable RunId run, @Nullable Throwable why) {
        launching.set(false);
        runAsked = false;
        if (run != null) {
            onLaunched.accept(run);
        } else if (why != null) {
            Throwable cause = why.getCause();
            Throwable told = why instanceof CompletionException && cause != null ? cause : why;
            String message = told.getMessage();
            failure.set(Sentences.from(message == null ? told.toString() : message));
        }
    }

    private void edited(FormField field) {
        if (filling) return;
        field.touch();
        failure.set("");
        FieldGroup.folded().forEach(this::tellWhatIsSet);
        check(threads.afterTyping());
    }

    private void tellWhatIsSet(FieldGroup group) {
        String names =
                group.fields().stream()
                        .filter(name -> !text(name).get().isBlank())
                        .map(LaunchField::label)
                        .collect(Collectors.joining(", "));
        Objects.requireNonNull(set.get(group)).set(names.isEmpty() ? "" : "set: " + names);
    }

    private void fillFromPasted(String line) {
        if (line.isBlank()) {
            notes.set("");
            return;
        }
        LaunchReading reading = TorchrunLine.parse(line);
        if (reading.draft().equals(LaunchDraft.EMPTY)) {
            notes.set(notesOf(reading.problems()));
        } else {
            fill(reading.draft(), reading.problems());
        }
    }

    /** A check that another one overtakes comes to nothing. */
    private void check(Executor when) {
        long number = newestCheck.incrementAndGet();
        var typed = typed();
        when.execute(
                () -> {
                    if (newestCheck.get() != number) return;
                    pythons.lookFor(typed.reading(ENVIRONMENT).draft());
                    resolve(
                            typed,
                            checked -> {
                                if (newestCheck.get() != number) return;
                                show(checked);
                                lookAround(checked, number);
                            });
                });
    }

    /** Off the FX thread, to which the answer goes back. */
    private void resolve(TypedLaunch typed, Consumer<Checked> then) {
        LaunchReading reading = typed.reading(ENVIRONMENT);
        try {
            Resolution checked = checks.apply(reading.draft());
            Resolution resolution =
                    reading.problems().isEmpty() ? checked : with(reading.problems(), checked);
            var outcome = new Checked(resolution, remarks(reading.draft(), resolution));
            threads.fx().execute(() -> then.accept(outcome));
        } catch (RuntimeException e) {
            LOG.error("A launch could not be checked", e);
            threads.fx().execute(() -> broken(e));
        }
    }

    private static List<String> remarks(LaunchDraft draft, Resolution resolution) {
        var remarks = new ArrayList<>(NodeRemarks.on(draft));
        if (resolution instanceof Resolution.Ready(var spec)) {
            remarks.addAll(StreamRemarks.on(spec));
        }
        return remarks;
    }

    /** Disks and name services take their time, and nobody waits for them here. */
    private void lookAround(Checked checked, long number) {
        if (!(checked.resolution() instanceof Resolution.Ready(var spec))) return;
        threads.atOnce()
                .execute(
                        () -> {
                            var seen = surroundings.apply(spec);
                            threads.fx()
                                    .execute(
                                            () -> {
                                                if (newestCheck.get() == number) {
                                                    remark(checked.remarks(), seen);
                                                }
                                            });
                        });
    }

    private void remark(List<String> sentences, List<LaunchProblem> seen) {
        fields.values().forEach(field -> field.remark(""));
        var all = new ArrayList<>(sentences);
        for (LaunchProblem each : seen) {
            if (FIELDS.contains(each.field())) {
                field(each.field()).remark(Sentences.from(each.sentence()));
            }
            if (!FIELDS.contains(each.field()) || !shown(FieldGroup.of(each.field())).get()) {
                all.add(each.forTerminal()); // nobody would see it at its field
            }
        }
        remarks.set(all.stream().map(Sentences::from).collect(Collectors.joining("\n")));
    }

    private void broken(RuntimeException mistake) {
        runAsked = false;
        failure.set(Sentences.from("the fields could not be checked: " + mistake.getMessage()));
    }

    private static Resolution with(List<LaunchProblem> problems, Resolution checked) {
        var all = new ArrayList<>(problems);
        if (checked instanceof Resolution.Refused(var more)) all.addAll(more);
        all.sort(Comparator.comparing(LaunchProblem::field));
        return new Resolution.Refused(all);
    }

    private void show(Checked checked) {
        remark(checked.remarks(), List.of());
        switch (checked.resolution()) {
            case Resolution.Ready(var spec) -> {
                blame(List.of());
                write(Optional.of(spec));
                pythons.choose(spec.python());
            }
            case Resolution.Refused(var problems) -> {
                blame(problems);
                write(Optional.empty());
                if (!problem(LaunchField.PYTHON).get().isEmpty()) pythons.choose(Optional.empty());
            }
        }
    }

    private void write(Optional<JobSpec> spec) {
        ready = spec;
        var written = spec.map(tool.get()::write);
        commandLine.set(written.map(WrittenLaunch::text).orElse(""));
        leftOut.set(
                written.map(WrittenLaunch::leftOut).stream()
                        .flatMap(List::stream)
                        .map(Sentences::from)
                        .collect(Collectors.joining("\n")));
    }

    private void blame(List<LaunchProblem> problems) {
        fields.values().forEach(FormField::praise);
        for (LaunchProblem problem : problems.reversed()) { // so that a field's first one stays
            if (FIELDS.contains(problem.field())) field(problem.field()).blame(problem.sentence());
        }
    }

    private static String notesOf(List<LaunchProblem> problems) {
        return String.join(
                "\n",
                problems.stream()
                        .filter(problem -> !FIELDS.contains(problem.field()))
                        .map(problem -> Sentences.from(problem.forTerminal()))
                        .toList());
    }

    /** What the fields say, as far as it can be understood. */
    LaunchDraft draft() {
        return typed().reading(ENVIRONMENT).draft();
    }

    /** The folder that the script lies in, or will run in where it is no file. */
    Optional<Path> folder() {
        String script = text(LaunchField.SCRIPT).get().strip();
        String where = text(LaunchField.WORKING_DIRECTORY).get().strip();
        try {
            Path base = Path.of("").toAbsolutePath().resolve(where);
            boolean file = kind.get() == Kind.SCRIPT && !script.isEmpty();
            if (file) return Optional.ofNullable(base.resolve(script).normalize().getParent());
            return where.isEmpty() ? Optional.empty() : Optional.of(base);
        } catch (InvalidPathException _) { // what is typed is no path yet
            return Optional.empty();
        }
    }

    private TypedLaunch typed() {
        var texts = new EnumMap<LaunchField, String>(LaunchField.class);
        fields.forEach((name, field) -> texts.put(name, field.text().get()));
        return new TypedLaunch(kind.get(), texts);
    }

    private FormField field(LaunchField name) {
        FormField field = fields.get(name);
        if (field == null) {
            throw new IllegalArgumentException(
                    "field: %s (expected: one of %s)".formatted(name, FIELDS));
        }
        return field;
    }

    private void forgetAll() {
        fields.values().forEach(FormField::forget);
    }
}
