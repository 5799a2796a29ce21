package io.twohop.cli.text;

import io.twohop.account.DurationText;
import io.twohop.config.Texts;
import io.twohop.result.Fork;
import io.twohop.result.ServiceLoad;
import io.twohop.result.ServiceLoad.Instance;
import java.io.PrintStream;

/** Utilisation of the services, and the wait for them beside the expected one. */
record ServiceText(ServiceLoad load) {
    private static final double PERCENT = 100;

    /** Prints nothing for a service that only passes messages on. */
    private static final String PASS_THROUGH = "pass-through";

    static void print(Fork fork, PrintStream out) {
        fork.service()
                .filter(load -> !load.name().equals(PASS_THROUGH))
                .ifPresent(load -> Lines.named("service", new ServiceText(load).text(), out));
    }

    private String text() {
        int count = load.instances().size();
        return load.name() + ", " + count + (count == 1 ? " instance, " : " instances, ") + utilisation() + ", "
                + time(load.meanNanos()) + " a message"
                + Lines.ofKnown(load.allocatedBytes(), bytes -> Texts.format(" and %,d B allocated", bytes))
                + Lines.ofKnown(
                        load.expectedWaitNanos(),
                        nanos -> "; M/G/1 expects a mean wait of " + (count == 1 ? "" : "at most ") + time(nanos))
                + Lines.ofKnown(
                        load.toServiceNanos(),
                        nanos -> "; measured " + time(nanos) + " to the service in the mean, transport included");
    }

    private String utilisation() {
        String all = percent(load.utilisation()) + " utilised";
        if (load.instances().size() == 1) {
            return all;
        }
        double least = load.instances().stream()
                .mapToDouble(Instance::utilisation)
                .min()
                .orElse(0);
        double most = load.instances().stream()
                .mapToDouble(Instance::utilisation)
                .max()
                .orElse(0);
        return all + " (" + percent(least) + " to " + percent(most) + ")";
    }

    private static String percent(double share) {
        return Texts.format(PERCENT * share < 1 ? "%.2g %%" : "%.1f %%", PERCENT * share);
    }

    private static String time(double nanos) {
        return DurationText.of(Math.round(nanos));
    }
}
