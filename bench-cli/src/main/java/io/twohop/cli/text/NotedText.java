package io.twohop.cli.text;

import io.twohop.finding.Finding;
import io.twohop.finding.Severity;
import io.twohop.result.Fork;
import java.io.PrintStream;

/** Findings of a fork that neither judge it nor warn of it. */
final class NotedText {
    private NotedText() {}

    static void print(Fork fork, PrintStream out) {
        fork.incidents().stream()
                .filter(incident -> incident.severity() == Severity.NOTE)
                .map(Finding::sentence)
                .forEach(noted -> Lines.named("noted", noted, out));
    }
}
