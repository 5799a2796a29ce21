package io.twohop.cli.text;

import io.twohop.account.DurationText;
import io.twohop.account.MessageSizes;
import io.twohop.account.ThreadLayout;
import io.twohop.config.Texts;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.CodecCost;
import io.twohop.result.Fork;
import io.twohop.result.KeyUse;
import io.twohop.transport.Guarantees;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The conditions behind a result's figures: promises, path, threads, codec, Java, costs. */
public record CircumstancesText(BenchmarkResult result) {
    /** Smaller values would round to 0. */
    private static final double LEAST_NANOS = 0.5;

    public void print(PrintStream out) {
        List<Fork> started = result.forks().stream().filter(Fork::hasStarted).toList();
        if (started.isEmpty()) {
            return;
        }
        Guarantees promised = started.get(0).guarantees();
        Lines.named("promised", promised(promised), out);
        Lines.named("path", path(started), out);
        ThreadLayout layout = started.get(0).layout();
        Lines.named(
                "threads",
                layout.threads().stream()
                                .map(agents -> String.join("+", agents))
                                .collect(Collectors.joining(" | "))
                        + " (" + layout.layout().name().toLowerCase(Locale.ROOT) + ", "
                        + layout.idle().name().toLowerCase(Locale.ROOT) + ", " + layout.cores() + " cores)",
                out);
        Optional.ofNullable(layout.reason()).ifPresent(reason -> Lines.more(reason, out));
        printCodec(out);
        Lines.named("java", Objects.requireNonNull(started.get(0).environment()).java(), out);
        started.forEach(fork -> {
            ServiceText.print(fork, out);
            CostText.print(fork, out);
            ExplanationText.print(fork, out);
            NotedText.print(fork, out);
        });
    }

    static String promised(Guarantees promised) {
        return promised.delivery().text()
                + (promised.afterFailure() == promised.delivery()
                        ? ""
                        : " (after a failure " + promised.afterFailure().text() + ")")
                + order(promised) + "; durability: " + promised.durability();
    }

    private static String order(Guarantees promised) {
        if (promised.ordered()) {
            return ", in order";
        }
        return promised.orderedByKey() ? ", in order by key" : ", in no order";
    }

    /** Returns what the transport chose, all values if forks differ. */
    private static Set<String> choices(List<Fork> started) {
        Set<String> choices = new LinkedHashSet<>();
        started.forEach(fork -> fork.chosen().forEach((key, value) -> choices.add(key + " " + value)));
        return choices;
    }

    /** Prints the versions on the path, the transport's choices, the message sizes and the storage of the data. */
    private String path(List<Fork> started) {
        Fork fork = started.get(0);
        List<String> parts = new ArrayList<>();
        fork.versions().forEach((name, version) -> parts.add(name + " " + version));
        parts.addAll(choices(started));
        fork.sizes().map(CircumstancesText::sizes).ifPresent(parts::add);
        result.keys().map(CircumstancesText::keys).ifPresent(parts::add);
        fork.environment()
                .storage()
                .map(data -> "data on " + data.fileSystem() + " (" + data.device() + ")")
                .ifPresent(parts::add);
        return String.join(", ", parts);
    }

    private static String sizes(MessageSizes sizes) {
        return Texts.format("messages of %,.0f B", sizes.meanBytes())
                + (sizes.leastBytes() == sizes.mostBytes()
                        ? ""
                        : Texts.format(" (%,d to %,d)", sizes.leastBytes(), sizes.mostBytes()));
    }

    /** Returns text such as {@code 10,000 keys, the most frequent in 8.7 % of messages}. */
    static String keys(KeyUse keys) {
        double percent = 100 * keys.topShare();
        return Texts.format(
                "%,d keys, the most frequent in " + (percent < 1 ? "%.2g" : "%.1f") + " %% of messages",
                keys.count(),
                percent);
    }

    /** Prints the codec's share of the cost; transport, service and harness cause the rest. */
    private void printCodec(PrintStream out) {
        CodecCost.typical(result.forks())
                .ifPresent(codec -> Lines.named(
                        "codec",
                        Texts.format(
                                "%s, %,.0f B: %d x (encode %s + decode %s) = %s a message by itself, %,.0f B allocated",
                                codec.name(),
                                codec.messageBytes(),
                                codec.times(),
                                codecTime(codec.encode().nanos()),
                                codecTime(codec.decode().nanos()),
                                codecTime(codec.nanosPerMessage()),
                                codec.allocatedBytesPerMessage()),
                        out));
    }

    /** Formats a codec's time, which may be too short to separate from the time to create the event. */
    static String codecTime(double nanos) {
        return nanos < LEAST_NANOS ? "too fast to measure" : DurationText.of(Math.round(nanos));
    }
}
