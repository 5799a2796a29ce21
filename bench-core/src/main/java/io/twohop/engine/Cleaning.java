package io.twohop.engine;

import io.twohop.engine.protocol.RunPlan;
import io.twohop.leftovers.CreationFiles;
import io.twohop.leftovers.Leftover;
import io.twohop.leftovers.Sweep;
import io.twohop.registry.TransportFile;
import io.twohop.transport.kit.RunDirectory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Deletes what runs made on external servers and in directories that transport files name. A run does so at its end. If it cannot, its parent does, or the next run over the
 * same servers, or {@code bench clean}.
 */
public final class Cleaning {
    /** Time within which a user who pressed Ctrl-C expects the end. */
    private static final Duration AFTERWARDS = Duration.ofSeconds(10);

    private static final Duration BEFORE = Duration.ofSeconds(10);
    private static final Duration ON_REQUEST = Duration.ofSeconds(60);

    private Cleaning() {}

    /** Returns whether a run, or a trial of it, has something on external servers. */
    public static boolean isDue(RunPlan plan) {
        return CreationFiles.ofUser().isUsedBy(plan.runId());
    }

    /** Deletes the leftovers of a run whose process has ended. */
    public static void after(RunPlan plan) throws IOException, InterruptedException {
        List<Leftover> leftovers = CreationFiles.ofUser().abandoned(plan.runId());
        if (!leftovers.isEmpty()) {
            name(sweep(plan.transport(), leftovers, AFTERWARDS), leftovers.get(0));
        }
    }

    /** Deletes the leftovers of runs that were killed together with their parents. */
    public static void before(TransportFile file) throws IOException, InterruptedException {
        Sweep directories = ofDirectories();
        if (!directories.deleted().isEmpty()) {
            System.err.println("deleted what earlier runs had left behind: " + Sweep.text(directories.deleted()));
        }
        List<Leftover> leftovers = file.isForeign() ? leftovers(file) : List.of();
        if (!leftovers.isEmpty()) {
            Sweep sweep = sweep(file, leftovers, BEFORE);
            if (!sweep.deleted().isEmpty()) {
                System.err.println("deleted what earlier runs had left behind: " + Sweep.text(sweep.deleted()));
            }
            name(sweep, leftovers.get(0));
        }
    }

    /**
     * Returns what all runs, also running ones, have on external servers; empty for nothing. Not for use in a run's own
     * process.
     */
    public static String standing() {
        return Sweep.text(CreationFiles.ofUser().standing());
    }

    /** Deletes the directories that runs left behind on this machine. */
    public static Sweep ofDirectories() throws IOException, InterruptedException {
        List<Leftover> directories =
                leftovers().stream().filter(Leftover::isOfDirectories).toList();
        return Sweep.of(directories, RunDirectory::sweeper, ON_REQUEST);
    }

    /** Deletes what runs left behind on the servers that a file names. */
    public static Sweep of(TransportFile file) throws IOException, InterruptedException {
        return sweep(file, leftovers(file), ON_REQUEST);
    }

    /** Returns the leftovers of all runs on all servers, and of those on other machines that share the records. */
    public static List<Leftover> leftovers() throws IOException {
        return CreationFiles.ofUser().abandoned();
    }

    private static List<Leftover> leftovers(TransportFile file) throws IOException {
        return leftovers().stream()
                .filter(leftover -> leftover.transport().equals(file.common().transport()))
                .toList();
    }

    private static Sweep sweep(TransportFile file, List<Leftover> leftovers, Duration limit)
            throws InterruptedException {
        return Sweep.of(
                leftovers,
                () -> file.servers().isPresent() ? file.servers().get().sweeper() : RunDirectory.sweeper(),
                limit);
    }

    private static void name(Sweep sweep, Leftover first) {
        if (!sweep.remaining().isEmpty()) {
            System.err.println("left behind: " + sweep.remainingText() + "; bench clean"
                    + (first.isOfDirectories() ? "" : " " + first.transportFile()) + " deletes what is there still");
        }
    }
}
