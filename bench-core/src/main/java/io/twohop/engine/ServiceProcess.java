package io.twohop.engine;

import io.twohop.engine.protocol.Protocol;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.engine.protocol.ServiceMessage;
import io.twohop.fault.FaultTargets;
import io.twohop.measure.Window;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.RemoteService;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.ServiceClocks;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.transport.Notices;
import io.twohop.transport.ProcessTarget;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.Signals;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The service in a JVM of its own, which dies with this process. */
public final class ServiceProcess implements ProcessTarget, RemoteService {
    private static final Duration READY_LIMIT = Duration.ofSeconds(45);
    private static final long ANSWER_LIMIT_SECONDS = 5;
    private static final long END_LIMIT_SECONDS = 10;
    private static final int CLOCK_CHECKS = 3;

    /** They would be done twice. */
    private static final List<String> NOT_TWICE =
            List.of("-XX:FlightRecorderOptions", "-XX:StartFlightRecording", "-agentlib:", "-javaagent:");

    /** The command line of its JVM, for the name of a {@link Role}. */
    @FunctionalInterface
    public interface Command {
        List<String> of(String role) throws IOException, InterruptedException;
    }

    private final RunPlan plan;
    private final Command command;
    private final Notices notices;
    private final Path log;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final BlockingQueue<Long> times = new ArrayBlockingQueue<>(CLOCK_CHECKS);
    private final List<Long> failedReplies = new ArrayList<>();
    private final List<Long> unanswered = new ArrayList<>();
    private ServiceCounts ofEnded = ServiceCounts.NONE;
    private ServiceCounts current = ServiceCounts.NONE;
    private Long taken;
    private List<WorkMeter.Sum> work = List.of();
    private String window;
    private Process process;
    private Thread reader;
    private boolean sharesClock;
    private boolean meantToEnd;
    private String refused;
    private String failure;

    /**
     * With the options of this JVM.
     *
     * @param plan of the service's part of the run
     */
    ServiceProcess(RunPlan plan, Notices notices) {
        this(plan, ServiceProcess::asThisOne, notices);
    }

    /**
     * With options of its own.
     *
     * @param plan of the service's part of the run
     * @param notices receives what its transport has to say
     */
    public ServiceProcess(RunPlan plan, Command command, Notices notices) {
        this.plan = plan;
        this.command = command;
        this.notices = notices;
        this.log = plan.logDirectory().resolve("service.log");
    }

    /**
     * Starts it, and returns when it is connected.
     *
     * @throws TransportException where it could not be
     */
    @Override
    public void open() throws IOException, InterruptedException {
        start();
        long deadlineNanos = System.nanoTime() + READY_LIMIT.toNanos();
        while (!ready.await(20, TimeUnit.MILLISECONDS)) {
            if (failure() != null || System.nanoTime() - deadlineNanos > 0) {
                throw new TransportException("the service's process could not be started: "
                        + (failure() == null
                                ? "it was not ready within " + READY_LIMIT.toSeconds() + " s"
                                : failure()));
            }
        }
        sharesClock = hasThisClock();
        if (!sharesClock) {
            notices.add("the service's process has another clock: when messages reached it is not known");
        }
    }

    /** Whether its time lies between two of ours, each time it is asked. */
    private boolean hasThisClock() throws IOException, InterruptedException {
        for (int i = 0; i < CLOCK_CHECKS; i++) {
            long before = System.nanoTime();
            say(ServiceMessage.TIME);
            Long its = times.poll(ANSWER_LIMIT_SECONDS, TimeUnit.SECONDS);
            long after = System.nanoTime();
            if (its == null || its < before || its > after) {
                return false;
            }
        }
        return true;
    }

    @Override
    public ServiceClocks clocks() {
        return sharesClock ? ServiceClocks.SAME : ServiceClocks.UNKNOWN;
    }

    /** Has it count what messages take in that window, in each of its lives; nothing where its clock is another. */
    public synchronized void measure(Window measured) {
        if (!sharesClock) {
            return;
        }
        window = ServiceMessage.WINDOW + " " + measured.measureStartNanos() + " " + measured.measureEndNanos();
        try {
            say(window);
        } catch (IOException e) {
            // It has ended, and how is known elsewhere.
        }
    }

    private synchronized void say(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    private static List<String> asThisOne(String role) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (NOT_TWICE.stream().noneMatch(option::startsWith)) {
                command.add(option);
            }
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ServiceMain.class.getName(), role));
        return command;
    }

    @Override
    public String name() {
        return FaultTargets.SERVICE;
    }

    @Override
    public synchronized Optional<ProcessHandle> handle() {
        return Optional.ofNullable(process).filter(Process::isAlive).map(Process::toHandle);
    }

    @Override
    public synchronized void start() throws IOException, InterruptedException {
        if (process != null && !process.waitFor(END_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(name() + " has not ended");
        }
        meantToEnd = false;
        ofEnded = ofEnded.plus(current);
        current = ServiceCounts.NONE;
        process = new ProcessBuilder(command.of((process == null ? Role.SERVICE : Role.SERVICE_AGAIN).name()))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        // On its standard input, since it may hold passwords.
        say(Protocol.line(plan));
        if (window != null) {
            say(window);
        }
        Process started = process;
        reader = new Thread(() -> read(started), "service-reader");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Process started) {
        try (BufferedReader lines = started.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Protocol.read(line, ServiceMessage.class).ifPresent(this::onMessage);
            }
        } catch (IOException e) {
            // The same as its end.
        }
        onEnd(started);
    }

    private synchronized void onMessage(ServiceMessage message) {
        if (message instanceof ServiceMessage.Ready) {
            ready.countDown();
        } else if (message instanceof ServiceMessage.Time time) {
            times.add(time.nanos());
        } else if (message instanceof ServiceMessage.Counts counts) {
            current = counts.counts();
        } else if (message instanceof ServiceMessage.Taken all) {
            taken = (taken == null ? 0 : taken) + all.messages();
        } else if (message instanceof ServiceMessage.Worked worked) {
            work = worked.sums();
        } else if (message instanceof ServiceMessage.FailedReplies failed) {
            failedReplies.addAll(failed.intendedNanos());
        } else if (message instanceof ServiceMessage.Unanswered dropped) {
            unanswered.addAll(dropped.intendedNanos());
        } else if (message instanceof ServiceMessage.Notice notice) {
            notices.add("service: " + notice.text());
        } else if (message instanceof ServiceMessage.Refused refusal) {
            refused = refusal.reason();
        }
    }

    private synchronized void onEnd(Process ended) {
        if (ended == process && !meantToEnd && failure == null) {
            failure = refused == null ? "its process ended (its log: " + log.getFileName() + ")" : refused;
        }
    }

    private synchronized ProcessHandle ending() {
        meantToEnd = true;
        return process.toHandle();
    }

    @Override
    public void kill() {
        ending().destroyForcibly();
    }

    @Override
    public void stop() throws InterruptedException {
        ending();
        try {
            say(ServiceMessage.END);
        } catch (IOException e) {
            // It has ended already.
        }
        if (!process.waitFor(END_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        // The last of what it said may still be on its way.
        reader.join(TimeUnit.SECONDS.toMillis(END_LIMIT_SECONDS));
    }

    @Override
    public void pause() throws IOException, InterruptedException {
        Signals.pause(process.toHandle());
    }

    @Override
    public void resume() throws IOException, InterruptedException {
        Signals.resume(process.toHandle());
    }

    @Override
    public Optional<String> unaskedEnd() {
        return Optional.ofNullable(failure());
    }

    /** Why it ended by itself; null while all is well. */
    public synchronized String failure() {
        return failure == null ? null : "service: " + failure;
    }

    /** What it did, over all its lives; of one that was killed, as it last reported. */
    public synchronized ServiceCounts counts() {
        return ofEnded.plus(current);
    }

    /** Requests that it took, each as often as it came; null where it has not ended in time. */
    public synchronized Long taken() {
        return taken;
    }

    /** What messages took of each instance's thread in the window, of its last life; nothing where that is not known. */
    public synchronized List<WorkMeter.Sum> work() {
        return work;
    }

    /** Intended times of those whose answer failed, as it reported. */
    synchronized List<Long> failedReplies() {
        return List.copyOf(failedReplies);
    }

    /** Intended times of those that it did not answer, as it reported; with faults only. */
    synchronized List<Long> unanswered() {
        return List.copyOf(unanswered);
    }

    /** Has it end, and ends it. */
    public void close() throws InterruptedException {
        if (process != null) {
            stop();
        }
    }
}
