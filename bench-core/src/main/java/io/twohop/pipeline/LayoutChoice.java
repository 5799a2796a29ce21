package io.twohop.pipeline;

import io.twohop.account.LayoutCapacity;
import io.twohop.account.ThreadLayout;
import io.twohop.finding.Finding;
import io.twohop.finding.Rule;
import io.twohop.finding.Rules;
import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Chooses which tasks share a thread. Spinning more threads than there are cores measures the scheduler instead of the
 * transport, so {@code auto} never does.
 */
public final class LayoutChoice {
    /**
     * The conditions that {@code auto} decides by.
     *
     * @param cores processors that tasks may be laid out on
     * @param spare of these, to be left to everything else where that can be
     * @param transportThreads busy threads of the transport, its servers' included: without a core, they delay each message
     * @param pollBlocks whether a consumer may block its thread, which then can be shared with nobody
     * @param tried outcome of the trial of one thread and two
     */
    record Conditions(int cores, int spare, int transportThreads, boolean pollBlocks, LayoutTried tried) {
        private boolean singleSuffices() {
            return cores == 1
                    || transportThreads > 0
                    || tried.capacity().map(LayoutCapacity::singleSuffices).orElse(false)
                    // A thread too many is a delay that nobody sees; a thread too few is a rate that is missed.
                    || tried.failure().isPresent() && !tried.blocks();
        }

        private boolean sharedLeavesCores() {
            return cores - SHARED_THREADS >= Math.max(1, transportThreads);
        }
    }

    private static final int SHARED_THREADS = 2;

    private LayoutChoice() {}

    /** Decides what {@code auto} leaves open. */
    static ThreadLayout choose(
            Layout asked,
            Idle askedIdle,
            Conditions given,
            List<String> generators,
            List<String> services,
            List<String> sinks) {
        int tasks = generators.size() + services.size() + sinks.size();
        Layout layout = asked == Layout.AUTO ? auto(tasks, given) : asked;
        if (layout != Layout.DEDICATED && given.pollBlocks) {
            throw new IllegalArgumentException("layout: " + layout.name().toLowerCase(Locale.ROOT)
                    + " (expected: dedicated or auto): this transport blocks while it waits for a message,"
                    + " so a consumer cannot share the generator's thread");
        }
        List<List<String>> threads = group(layout, generators, services, sinks);
        Idle idle = askedIdle;
        if (askedIdle == Idle.AUTO) {
            idle = idle(threads.size(), given);
        }
        return new ThreadLayout(
                layout,
                idle,
                given.pollBlocks,
                threads,
                given.cores,
                asked == Layout.AUTO ? reason(layout, given) : null,
                given.tried.capacity().orElse(null),
                note(layout, asked == layout, idle, threads.size(), tasks, given));
    }

    /** Returns the number of threads of a load's generators and sinks, for its service in another process. */
    static int threadsOfEnds(Layout asked, Conditions given, int generators, int sinks) {
        int tasks = generators + sinks;
        Layout layout = asked == Layout.AUTO ? auto(tasks, given) : asked;
        return layout == Layout.DEDICATED ? tasks : 1;
    }

    /** Leaves a core to everything else: with none, whatever else runs takes it from a measuring thread. */
    private static Layout auto(int tasks, Conditions given) {
        if (given.pollBlocks || tasks + given.spare + given.transportThreads <= given.cores) {
            return Layout.DEDICATED;
        }
        return !given.sharedLeavesCores() && given.singleSuffices() ? Layout.SINGLE : Layout.SHARED;
    }

    private static String reason(Layout layout, Conditions given) {
        return switch (layout) {
            case SINGLE -> reasonForSingle(given);
            case SHARED -> reasonForShared(given);
            default ->
                given.pollBlocks
                        ? "since a consumer blocks its thread while it waits"
                        : "since there are cores for all tasks and for everything else";
        };
    }

    private static String reasonForSingle(Conditions given) {
        if (given.cores == 1) {
            return "since there is one core";
        }
        String left = given.transportThreads > 0
                ? "so that a core stays free for the transport's own threads"
                : "so that a core stays free";
        if (given.tried.failure().isPresent()) {
            return left + "; a trial of the layouts failed";
        }
        return given.tried
                .capacity()
                .map(capacity -> left + ": in a trial " + capacity.inWords())
                .orElse(left);
    }

    private static String reasonForShared(Conditions given) {
        if (given.sharedLeavesCores()) {
            return "since two threads leave a core free";
        }
        if (given.tried.capacity().isPresent()) {
            return "since in a trial " + given.tried.capacity().get().inWords();
        }
        return given.tried.blocks()
                ? "since one thread for all was blocked in a trial"
                : "without a trial of one thread for all";
    }

    /** A transport that blocks has threads of its own that need a core when a message comes. */
    private static Idle idle(int threads, Conditions given) {
        if (given.pollBlocks) {
            return 2 * threads <= given.cores ? Idle.SPIN : Idle.PARK;
        }
        boolean onlyCore = given.cores == 1 && given.spare + given.transportThreads > 0;
        return threads <= given.cores && !onlyCore ? Idle.SPIN : Idle.YIELD;
    }

    private static Finding note(Layout layout, boolean isAsked, Idle idle, int threads, int tasks, Conditions given) {
        int cores = given.cores;
        if (given.tried.failure().isPresent()) {
            return Rules.LAYOUT_TRIAL_FAILED.found(given.tried.failure().get());
        }
        if (given.tried.warning().isPresent()) {
            return given.tried.warning().get();
        }
        if (layout == Layout.SHARED && tasks > cores) {
            Rule rule = isAsked ? Rules.TASKS_SHARE_CORES_AS_ASKED : Rules.TASKS_SHARE_CORES;
            return rule.found(cores == 1 ? "1 core" : cores + " cores", tasks);
        }
        if (threads > cores && idle == Idle.SPIN && !given.pollBlocks) {
            return Rules.TOO_MANY_SPIN.found(threads, cores);
        }
        return null;
    }

    static <T> List<List<T>> group(
            Layout layout, List<? extends T> generators, List<? extends T> services, List<? extends T> sinks) {
        List<List<T>> groups = new ArrayList<>();
        if (layout == Layout.SINGLE) {
            List<T> all = new ArrayList<>(generators);
            all.addAll(services);
            all.addAll(sinks);
            groups.add(all);
        } else if (layout == Layout.SHARED) {
            List<T> ends = new ArrayList<>(generators);
            ends.addAll(sinks);
            // Either may be in another process.
            Stream.of(ends, new ArrayList<T>(services))
                    .filter(tasks -> !tasks.isEmpty())
                    .forEach(groups::add);
        } else {
            for (List<? extends T> role : List.of(generators, services, sinks)) {
                role.forEach(task -> groups.add(List.of(task)));
            }
        }
        return groups;
    }
}
