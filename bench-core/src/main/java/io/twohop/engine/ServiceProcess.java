package io.twohop.engine;

import io.twohop.engine.protocol.ChildJvm;
import io.twohop.engine.protocol.ChildMessage;
import io.twohop.engine.protocol.ParentMessage;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.fault.FaultTargets;
import io.twohop.machine.ThisProcess;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.ServiceClocks;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.transport.Notices;
import io.twohop.transport.ProcessTarget;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.ServerWatch;
import io.twohop.transport.kit.Signals;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The service of a run in a {@link ChildJvm}, started again after a fault that killed it. Any thread. */
public final class ServiceProcess implements ProcessTarget, OtherParts {
    /** Name of the log, in the plan's directory of logs. */
    public static final String LOG = "service.log";

    private static final Duration READY_LIMIT = Duration.ofSeconds(45);
    private static final long ANSWER_LIMIT_SECONDS = 5;
    private static final Duration END_LIMIT = Duration.ofSeconds(10);
    private static final int CLOCK_CHECKS = 3;

    /** Options of this JVM that two JVMs cannot both have. */
    private static final List<String> NOT_TWICE =
            List.of("-XX:FlightRecorderOptions", "-XX:StartFlightRecording", "-agentlib:", "-javaagent:");

    private final List<String> command;
    private final Notices notices;
    private final Path log;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final BlockingQueue<Long> times = new ArrayBlockingQueue<>(CLOCK_CHECKS);
    private final List<Long> failedReplies = new ArrayList<>();
    private final List<Long> unanswered = new ArrayList<>();
    private ServiceCounts ofEnded = ServiceCounts.NONE;
    private ServiceCounts current = ServiceCounts.NONE;
    private Optional<Long> taken = Optional.empty();
    private List<WorkMeter.Sum> work = List.of();
    private Optional<ParentMessage.Start> agreed = Optional.empty();
    private RunPlan plan;
    private Optional<ChildJvm> child = Optional.empty();
    private Optional<ServerWatch> watch = Optional.empty();
    private Thread reader;
    private boolean sharesClock;
    private boolean meantToEnd;
    private Optional<String> refused = Optional.empty();
    private Optional<String> failure = Optional.empty();

    /** Creates the process of a service with the options of this JVM. */
    ServiceProcess(RunPlan plan, Notices notices) {
        this(plan, asThisOne(), notices);
    }

    /**
     * Creates the process of a service with a command of its own.
     *
     * @param command starts {@link ServiceMain}
     * @param notices receives notices of the service's transport
     */
    public ServiceProcess(RunPlan plan, List<String> command, Notices notices) {
        this.plan = plan;
        this.command = command;
        this.notices = notices;
        this.log = plan.logDirectory().resolve(LOG);
    }

    /**
     * Starts the process and returns when it is connected.
     *
     * @throws TransportException when it ends before, or takes too long
     */
    @Override
    public void open() throws IOException, InterruptedException {
        start();
        long deadlineNanos = System.nanoTime() + READY_LIMIT.toNanos();
        while (!ready.await(20, TimeUnit.MILLISECONDS)) {
            if (unaskedEnd().isPresent() || System.nanoTime() - deadlineNanos > 0) {
                throw new TransportException("the service's process could not be started: "
                        + unaskedEnd().orElse("it was not ready within " + READY_LIMIT.toSeconds() + " s"));
            }
        }
        sharesClock = hasThisClock();
        if (!sharesClock) {
            notices.add("the service's process has another clock: when messages reached it is not known");
        }
    }

    /** Returns whether the child's time lies between two times of this process, each time it is asked. */
    private boolean hasThisClock() throws InterruptedException {
        for (int i = 0; i < CLOCK_CHECKS; i++) {
            long before = System.nanoTime();
            child.orElseThrow().tell(new ParentMessage.TellTime());
            Optional<Long> its = Optional.ofNullable(times.poll(ANSWER_LIMIT_SECONDS, TimeUnit.SECONDS));
            long after = System.nanoTime();
            if (its.filter(time -> time >= before && time <= after).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Role role() {
        return Role.ENDS;
    }

    @Override
    public Optional<ProcessTarget> process() {
        return Optional.of(this);
    }

    @Override
    public void begin(Window window) {
        start(ParentMessage.Start.onOneMachine(window.startNanos()));
    }

    @Override
    public ServiceClocks clocks() {
        return sharesClock ? ServiceClocks.SAME : ServiceClocks.UNKNOWN;
    }

    /** Has the service measure the time that messages take in the window; without effect where its clock is another. */
    public synchronized void start(ParentMessage.Start start) {
        if (sharesClock) {
            agreed = Optional.of(start);
            child.orElseThrow().tell(start);
        }
    }

    private static List<String> asThisOne() {
        List<String> command = new ArrayList<>();
        command.add(ThisProcess.java());
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (NOT_TWICE.stream().noneMatch(option::startsWith)) {
                command.add(option);
            }
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ServiceMain.class.getName()));
        return command;
    }

    @Override
    public String name() {
        return FaultTargets.SERVICE;
    }

    @Override
    public synchronized Optional<ProcessHandle> handle() {
        return child.map(ChildJvm::handle).filter(ProcessHandle::isAlive);
    }

    @Override
    public synchronized void start() throws IOException, InterruptedException {
        if (child.isPresent()) {
            if (!child.get().awaitEnd(END_LIMIT)) {
                throw new IOException(name() + " has not ended");
            }
            plan = plan.again();
        }
        meantToEnd = false;
        ofEnded = ofEnded.plus(current);
        current = ServiceCounts.NONE;
        ChildJvm started = ChildJvm.start(command, plan, log, END_LIMIT);
        child = Optional.of(started);
        watch = Optional.of(new ServerWatch(
                name(), started.handle(), watch.map(ServerWatch::stoppedNanos).orElse(0L)));
        agreed.ifPresent(started::tell);
        reader = new Thread(() -> hear(started), "service-reader");
        reader.setDaemon(true);
        reader.start();
    }

    private void hear(ChildJvm started) {
        started.hear(this::onMessage);
        onEnd(started);
    }

    private synchronized void onMessage(ChildMessage message) {
        if (message instanceof ChildMessage.Connected) {
            ready.countDown();
        } else if (message instanceof ChildMessage.Time time) {
            times.add(time.nanos());
        } else if (message instanceof ChildMessage.Counts counts) {
            current = counts.counts();
        } else if (message instanceof ChildMessage.FailedReplies failed) {
            failedReplies.addAll(failed.intendedNanos());
        } else if (message instanceof ChildMessage.Unanswered dropped) {
            unanswered.addAll(dropped.intendedNanos());
        } else if (message instanceof ChildMessage.Notice notice) {
            notices.add("service: " + notice.text());
        } else if (message instanceof ChildMessage.Refused refusal) {
            refused = Optional.of(refusal.reason());
        } else if (message instanceof ChildMessage.ServiceOver over) {
            current = over.counts();
            taken = Optional.of(taken.orElse(0L) + over.taken());
            work = over.work();
        }
    }

    private synchronized void onEnd(ChildJvm ended) {
        if (ended == child.orElseThrow() && !meantToEnd && failure.isEmpty()) {
            failure = Optional.of(refused.orElse("its process ended (its log: " + log.getFileName() + ")"));
        }
    }

    private synchronized ChildJvm ending() {
        meantToEnd = true;
        watch.orElseThrow().endIsAsked();
        return child.orElseThrow();
    }

    @Override
    public void kill() {
        ending().handle().destroyForcibly();
    }

    @Override
    public void stop() throws InterruptedException {
        ChildJvm ending = ending();
        ending.tell(new ParentMessage.End());
        if (!ending.awaitEnd(END_LIMIT)) {
            ending.kill();
            ending.awaitEnd(END_LIMIT);
        }
        // The last messages may still be in the pipe.
        reader.join(END_LIMIT.toMillis());
    }

    @Override
    public void pause() throws IOException, InterruptedException {
        watch.orElseThrow().pauseIsAsked(true);
        Signals.pause(child.orElseThrow().handle());
    }

    @Override
    public void resume() throws IOException, InterruptedException {
        Signals.resume(child.orElseThrow().handle());
        watch.orElseThrow().pauseIsAsked(false);
    }

    @Override
    public synchronized Optional<String> unaskedEnd() {
        return failure.map(why -> "service: " + why);
    }

    @Override
    public synchronized long stoppedNanos() {
        return watch.map(ServerWatch::stoppedNanos).orElse(0L);
    }

    @Override
    public Optional<String> broken() {
        return unaskedEnd();
    }

    /** Returns the counts of all its lives; of a killed one, as last reported. */
    @Override
    public synchronized ServiceCounts counts() {
        return ofEnded.plus(current);
    }

    /** Returns the number of requests taken, redelivered ones included; empty if the service has not ended in time. */
    public synchronized Optional<Long> taken() {
        return taken;
    }

    /** Returns the time that messages took of each instance's thread in the window, in its last life; empty if unknown. */
    @Override
    public synchronized List<WorkMeter.Sum> work() {
        return work;
    }

    @Override
    public void end(MessageOutcomes outcomes) throws InterruptedException {
        close();
        synchronized (this) {
            failedReplies.forEach(outcomes::failReply);
            unanswered.forEach(outcomes::drop);
        }
    }

    public void close() throws InterruptedException {
        if (child.isPresent()) {
            stop();
        }
    }
}
