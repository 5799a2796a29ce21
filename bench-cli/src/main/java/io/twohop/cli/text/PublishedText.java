package io.twohop.cli.text;

import io.twohop.account.DurationText;
import io.twohop.config.Texts;
import io.twohop.published.Reference;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** Published figures of the same run below the measured ones; only their orders of magnitude are comparable. */
final class PublishedText {
    private PublishedText() {}

    static void print(List<Reference> published, PrintStream out) {
        if (published.isEmpty()) {
            return;
        }
        published.forEach(reference -> {
            List<String> figures = new ArrayList<>();
            reference.latenciesNanos().forEach((key, range) -> figures.add(key + " " + latency(range)));
            reference.throughputs().forEach((key, range) -> figures.add(key + " " + ends(range, Texts::plain)));
            Lines.named("published", reference.system() + ": " + String.join(", ", figures), out);
        });
        Reference source = published.get(0);
        Lines.more("by " + source.author() + ", on other hardware: " + source.url(), out);
        out.println();
    }

    private static String latency(Reference.Range range) {
        return ends(range, nanos -> DurationText.of(Math.round(nanos)));
    }

    private static String ends(Reference.Range range, DoubleFunction<String> text) {
        String low = text.apply(range.low());
        return range.low() == range.high() ? low : low + " to " + text.apply(range.high());
    }
}
