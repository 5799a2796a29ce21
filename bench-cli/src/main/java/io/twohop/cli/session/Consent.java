package io.twohop.cli.session;

import io.twohop.cli.terminal.Terminal;
import io.twohop.demand.Demand;
import io.twohop.launch.CellRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lists what an invocation demands of external servers, and asks the user to agree to a heavy load or to its cost. */
final class Consent {
    private Consent() {}

    static void show(List<CellRun> runs, PrintStream to) {
        demands(runs).stream()
                .filter(Demand::foreign)
                .forEach(demand -> demand.lines().forEach(to::println));
    }

    /** @throws io.twohop.config.ConfigException if the user does not agree, or cannot be asked */
    static void ask(List<CellRun> runs, PrintStream err) {
        List<Demand> much = demands(runs).stream().filter(Demand::needsConsent).toList();
        if (!much.isEmpty() && !(Terminal.canAnswer() && isGiven(much, err))) {
            throw much.get(0).refusal("--yes");
        }
    }

    private static Collection<Demand> demands(List<CellRun> runs) {
        Map<String, Demand> demands = new LinkedHashMap<>();
        runs.stream().map(CellRun::demand).forEach(demand -> demands.merge(demand.file(), demand, Demand::and));
        return demands.values();
    }

    private static boolean isGiven(List<Demand> much, PrintStream err) {
        err.print(
                much.stream().anyMatch(Demand::costs)
                        ? "The owner of the servers charges for this. Continue? [y/N] "
                        : "This is a heavy load on external servers. Continue? [y/N] ");
        err.flush();
        try {
            String answer = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
            return answer != null && List.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT));
        } catch (IOException e) {
            return false;
        }
    }
}
