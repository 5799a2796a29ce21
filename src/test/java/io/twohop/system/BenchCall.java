package io.twohop.system;

import io.twohop.cli.Main;
import io.twohop.launch.ForkedRun;
import io.twohop.launch.Place;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A call of the command in this JVM, which takes a second of CPU less than one of its own. It suits all that does not depend on the
 * process: refused input, files that are read, and runs, whose measuring JVMs are separate all the same. The call sees this JVM's working
 * directory, environment and temporary directory, so files are given by absolute paths; {@link BenchProcess} is for all else.
 */
final class BenchCall extends Bench {
    /** The streams of the call that a thread makes, null outside of calls. Threads that a call starts print to its streams as well. */
    private static final ThreadLocal<BenchCall> CURRENT = new InheritableThreadLocal<>();

    static {
        System.setOut(routed(System.out, call -> call.out));
        System.setErr(routed(System.err, call -> call.err));
    }

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

    private BenchCall(Path directory) {
        super(directory);
    }

    /**
     * Makes the call and waits for its end.
     *
     * @param directory where results of runs would go, unless the arguments name another place
     */
    static BenchCall of(Path directory, String... arguments) {
        return at(Place.forked(ForkedRun.Patience.DEFAULT), directory, arguments);
    }

    /** Makes a call that measures in a place of the test's, and waits for its end. */
    static BenchCall at(Place place, Path directory, String... arguments) {
        BenchCall call = new BenchCall(directory);
        call.make(place, arguments);
        return call;
    }

    /**
     * Makes a call that measures in this JVM, and waits for its end. Suits runs that neither set options of a JVM nor are a duet. They have
     * no recording, which would have other runs of this JVM in it.
     */
    static BenchCall here(Path directory, String... arguments) {
        BenchCall call = new BenchCall(directory);
        call.makeHere(arguments);
        return call;
    }

    /** Begins a call that measures in this JVM. */
    static BenchCall begunHere(Path directory, String... arguments) {
        BenchCall call = new BenchCall(directory);
        new Thread(() -> call.makeHere(arguments), "bench-call").start();
        return call;
    }

    private void makeHere(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        if (!all.contains(BenchProcess.UNRECORDED)) {
            all.add(BenchProcess.UNRECORDED);
        }
        make(Place.here(), all.toArray(String[]::new));
    }

    private void make(Place place, String... arguments) {
        CURRENT.set(this);
        try {
            exitCode.complete(Main.call(place, withResults(directory(), arguments)));
        } catch (RuntimeException | Error e) {
            exitCode.completeExceptionally(e);
            throw e;
        } finally {
            System.out.flush();
            System.err.flush();
            CURRENT.remove();
        }
    }

    private static String[] withResults(Path directory, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        if (isIn(all, "-Dworkload=") && !isIn(all, "-Dresults=")) {
            all.add("-Dresults=" + directory.resolve("results"));
        }
        return all.toArray(String[]::new);
    }

    private static boolean isIn(List<String> arguments, String start) {
        return arguments.stream().anyMatch(argument -> argument.startsWith(start));
    }

    private static PrintStream routed(PrintStream otherwise, Function<BenchCall, OutputStream> stream) {
        return new PrintStream(
                new OutputStream() {
                    private OutputStream target() {
                        BenchCall call = CURRENT.get();
                        return call == null ? otherwise : stream.apply(call);
                    }

                    @Override
                    public void write(int value) throws IOException {
                        target().write(value);
                    }

                    @Override
                    public void write(byte[] bytes, int offset, int length) throws IOException {
                        target().write(bytes, offset, length);
                    }

                    @Override
                    public void flush() throws IOException {
                        target().flush();
                    }
                },
                true,
                StandardCharsets.UTF_8);
    }

    @Override
    int exitCode() {
        return exitCode.join();
    }

    boolean hasEnded() {
        return exitCode.isDone();
    }

    @Override
    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Override
    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
