package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.nats.client.Dispatcher;
import io.nats.client.JetStreamApiException;
import io.nats.client.impl.Headers;
import io.nats.service.Service;
import io.nats.service.ServiceEndpoint;
import io.twohop.account.Accounting;
import io.twohop.account.Interval;
import io.twohop.account.MessageSizes;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.ParentMessage;
import io.twohop.engine.protocol.RunListener;
import io.twohop.launch.CellRun;
import io.twohop.registry.TransportFile;
import io.twohop.registry.TransportFiles;
import io.twohop.registry.WorkloadFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Faults;
import io.twohop.result.Fork;
import io.twohop.result.Part;
import io.twohop.result.Rates;
import io.twohop.result.ServiceLoad;
import io.twohop.result.Verdict;
import io.twohop.testing.model.SoundRuns;
import io.twohop.transport.SharedServer;
import io.twohop.workload.Probe;
import io.twohop.workload.Workload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Agents over a real control server; only that their parts are JVMs of this machine is not as it will be. */
@Tag("one-jdk")
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
class AgentsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String QUICK = "rate: 300\nwarmup: 1s\nduration: %ds\nfloor: 0s\nidle: park\njfr: off\n"
            + "jvm: { flags: -XX:TieredStopAtLevel=1 }\nsize: 64\n";

    private static final Duration ACK_WAIT = Duration.ofSeconds(2);

    @TempDir
    Path directory;

    private final List<Agent> agents = new ArrayList<>();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private ControlServer server;
    private boolean lacksRights;
    private ControlOptions options;

    @BeforeEach
    void startControl() throws Exception {
        server = new ControlServer(Files.createDirectories(directory.resolve("control")));
        options = server.forBench();
    }

    @AfterEach
    void end() throws Exception {
        // The client takes a second to close each connection over TLS.
        agents.parallelStream().forEach(Agent::close);
        server.close();
        assertThat(server.log().contains("Violation")).as(server.log()).isEqualTo(lacksRights);
    }

    private Agent agent(String name, AgentRole... roles) throws Exception {
        return agent(name, Allowance.ALL, PartWork::of, roles);
    }

    /** An agent whose parts are no JVMs. */
    private Agent standIn(String name, AgentRole... roles) throws Exception {
        return agent(name, Allowance.ALL, StandInWork::of, roles);
    }

    private Agent agent(String name, Allowance allowance, PartWork.Maker parts, AgentRole... roles) throws Exception {
        Agent agent = new Agent(
                new Agent.Settings(
                        name,
                        Set.of(roles),
                        Map.of("kind", name),
                        SharedServer.LOOPBACK,
                        directory.resolve("agent-" + name),
                        allowance),
                server.forAgents(),
                new PrintStream(said, true, StandardCharsets.UTF_8),
                parts);
        agents.add(agent);
        return agent;
    }

    private AgentsSession session(String wanted) throws InterruptedException {
        return AgentsSession.open(AgentsWanted.parse(wanted), options, "a test", Duration.ZERO);
    }

    private CellRun run(AgentsSession session, int seconds, String file) throws IOException {
        return run(session, QUICK.formatted(seconds), TransportFiles.find(file));
    }

    private CellRun run(AgentsSession session, String yaml, YamlDocument file) {
        return run(session, Workload.read(YamlDocument.parse("quick.yaml", yaml)), file);
    }

    private CellRun run(AgentsSession session, Workload workload, YamlDocument file) {
        Path results = directory.resolve("results");
        CellRun run = new CellRun(
                workload, TransportFile.of(file), workload.cells().get(0), results, directory, session.place(false));
        run.check();
        return run;
    }

    private List<String> business() throws InterruptedException {
        return AgentFinder.all(options).values().stream()
                .map(why -> why.orElse("null"))
                .toList();
    }

    /** What a call put into the control server goes with it. */
    private void assertNothingIsKept() throws Exception {
        try (Control control = Control.connect(options, Control.Side.BENCH, "test")) {
            assertThat(kept(control)).isZero();
        }
    }

    /** Notified of a run's seconds. */
    private abstract static class Watching implements RunListener {
        @Override
        public void onStarted(Started started) {}

        @Override
        public void onEnded(Ended ended) {}
    }

    @Test
    void shouldMeasureInPartsWhatOneProcessWould() throws Exception {
        agent("a", AgentRole.LOAD);
        agent("b", AgentRole.LOAD);
        agent("c", AgentRole.SERVICE);
        agent("d", AgentRole.SERVICE);
        List<Interval> seconds = new ArrayList<>();
        BenchmarkResult result;
        try (AgentsSession session = session("load: 2, service: 2")) {
            assertThat(session.lines()).hasSize(4).first().asString().startsWith("agent-1 (a, load), ");
            result = run(session, 2, "nats.yaml").run(new Watching() {
                @Override
                public void onInterval(Interval interval) {
                    seconds.add(interval);
                }
            });
        }

        assertThat(result.complete()).as(result.verdict().toString()).isTrue();
        // Each load is judged by itself.
        Rates slowest = result.forks().get(0).parts().stream()
                .map(Part::load)
                .filter(Objects::nonNull)
                .map(Fork::rates)
                .min(Comparator.comparingDouble(Rates::heldShare))
                .orElseThrow();
        SoundRuns.assertSound(result.verdict(), slowest);
        assertThat(result.accounting().orElseThrow().scheduled()).isEqualTo(900);
        assertThat(result.accounting().orElseThrow().received()).isEqualTo(900);
        assertThat(result.accounting().orElseThrow().foreign()).isZero();
        assertThat(result.endToEnd().count()).isEqualTo(600);
        assertThat(result.probes().get(Probe.TO_SERVICE).count())
                .as("of one machine, whose clock all have")
                .isEqualTo(600);
        assertThat(result.probes().get(Probe.TO_SERVICE).maxNanos())
                .isBetween(1L, result.endToEnd().maxNanos());
        assertThat(result.rates().duePerSecond()).isEqualTo(300);
        assertThat(result.forks().get(0).guarantees().ordered())
                .as("services overtake one another")
                .isFalse();
        assertThat(result.warnings())
                .anySatisfy(warning -> assertThat(warning.text()).startsWith("agents began within "));
        ServiceLoad load = result.forks().get(0).service().orElseThrow();
        assertThat(load.instances()).as("one of each service").hasSize(2);
        assertThat(load.instances().stream()
                        .mapToLong(ServiceLoad.Instance::messages)
                        .sum())
                .as("but those that a busy machine finishes after the window")
                .isBetween(300L, 900L);
        assertThat(load.utilisation()).as("of services that pass messages on").isZero();
        assertThat(load.toServiceNanos()).isPositive();
        assertThat(seconds).isNotEmpty();
        List<Part> parts = result.forks().get(0).parts();
        assertThat(parts)
                .extracting(Part::title)
                .containsExactly(
                        "agent-1 (a, load)", "agent-2 (b, load)", "agent-3 (c, service)", "agent-4 (d, service)");
        assertThat(parts.subList(0, 2)).allSatisfy(part -> {
            assertThat(part.load().accounting().orElseThrow().received()).isEqualTo(450);
            assertThat(part.load().probes().get(Probe.END_TO_END).count()).isEqualTo(300);
        });
        assertThat(parts.subList(2, 4).stream().mapToLong(Part::taken).sum()).isEqualTo(900);
        try (Stream<Path> files = Files.list(result.directory())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains(
                            "agent-1-fork-1.log",
                            "agent-2-fork-1.log",
                            "agent-3-service.log",
                            "endToEnd-fork1.hlog",
                            "endToEnd-fork1-agent-2.hlog");
        }
        assertThat(business()).containsOnly("null");
        assertThat(directory.resolve("agent-a")).isEmptyDirectory();
        assertNothingIsKept();
    }

    /** Each load sends its rows of a file, which has to be the same one on all of their machines. */
    @Test
    void shouldReplayAFileTogether() throws Exception {
        agent("a", AgentRole.LOAD);
        agent("b", AgentRole.LOAD);
        agent("c", AgentRole.SERVICE);
        Path file = Files.write(
                directory.resolve("ticks.csv"),
                Stream.concat(
                                Stream.of("ms,bytes"),
                                IntStream.range(0, 300).mapToObj(row -> row * 10 + "," + (100 + row % 2)))
                        .toList());
        Workload workload = WorkloadFile.read(YamlDocument.parse(
                directory.resolve("quick.yaml").toString(),
                QUICK.formatted(2).replace("rate: 300\n", "").replace("size: 64\n", "")
                        + "arrivals: { kind: replay, file: ticks.csv, unit: ms, size: bytes }\n"));
        BenchmarkResult result;
        BenchmarkResult other;
        Duration refusing;
        try (AgentsSession session = session("load: 2, service: 1")) {
            result = run(session, workload, TransportFiles.find("nats.yaml")).run(RunListener.NONE);
            Files.writeString(file, "ms,bytes\n0,100\n3000,100\n");
            long beganNanos = System.nanoTime();
            other = run(session, workload, TransportFiles.find("nats.yaml")).run(RunListener.NONE);
            refusing = Duration.ofNanos(System.nanoTime() - beganNanos);
        }

        assertThat(result.complete()).as(result.verdict().toString()).isTrue();
        assertThat(result.accounting().orElseThrow().received()).isEqualTo(300);
        assertThat(result.endToEnd().count()).isEqualTo(200);
        assertThat(result.rates().duePerSecond()).isEqualTo(100);
        assertThat(result.forks().get(0).parts().subList(0, 2)).allSatisfy(part -> {
            assertThat(part.load().accounting().orElseThrow().received()).isEqualTo(150);
            assertThat(part.load().rates().duePerSecond()).isEqualTo(50);
        });
        assertThat(sizes(result, 0).mostBytes() + 1)
                .as("the second load's are the odd rows")
                .isEqualTo(sizes(result, 1).leastBytes());
        assertThat(other.complete()).isFalse();
        assertThat(other.verdict().reasons())
                .as(other.verdict().toString())
                .anyMatch(reason -> reason.startsWith("agent-1 (a, load): arrivals.file: " + file
                        + " (expected: the bytes that it has where the bench"));
        assertThat(refusing).as("nobody waits for those that had not begun").isLessThan(PATIENCE);
        assertNothingIsKept();
    }

    private static MessageSizes sizes(BenchmarkResult result, int part) {
        return result.forks().get(0).parts().get(part).load().sizes().orElseThrow();
    }

    /** The broker is started by an agent whose address the others get from it. Messages have keys and headers. */
    @Test
    void shouldUseTheBrokerOfAnAgent() throws Exception {
        agent("a", AgentRole.LOAD);
        agent("b", AgentRole.SERVICE);
        agent("c", AgentRole.SERVER);
        BenchmarkResult result;
        try (AgentsSession session = session("load: 1, service: 1, server: 1")) {
            String keyed = QUICK.formatted(2) + "keys: { count: 50 }\nheaders: 2x16B\n";
            result = run(session, keyed, TransportFiles.find("jetstream-memory.yaml"))
                    .run(RunListener.NONE);
        }

        assertThat(result.complete()).as(result.verdict().toString()).isTrue();
        assertThat(result.accounting().orElseThrow().received()).isEqualTo(900);
        assertThat(result.accounting().orElseThrow().outOfOrderByKey())
                .as("a service elsewhere knows each request's key, and a stream's redelivery is rare")
                .isBetween(0L, 100L);
        assertThat(result.forks().get(0).parts())
                .extracting(Part::title)
                .containsExactly("agent-1 (a, load)", "agent-2 (b, service)");
        try (Stream<Path> files = Files.list(result.directory())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains("agent-3-nats-server-1.log")
                    .doesNotContain("agent-1-nats-server-1.log");
        }
        assertThat(business()).containsOnly("null");
        assertNothingIsKept();
    }

    @Test
    void shouldNameTheAgentWhoseBrokerEnds() throws Exception {
        agent("a", AgentRole.LOAD);
        agent("b", AgentRole.SERVICE);
        agent("c", AgentRole.SERVER);
        BenchmarkResult result;
        try (AgentsSession session = session("load: 1, service: 1, server: 1")) {
            result = run(session, 60, "nats.yaml").run(new Watching() {
                @Override
                public void onInterval(Interval interval) {
                    if (interval.phase() == Interval.Phase.MEASURE) {
                        killServerAt(
                                session.members(AgentRole.SERVER).get(0).of(1).address());
                    }
                }
            });
        }

        assertThat(result.complete()).isFalse();
        assertThat(result.verdict().reasons())
                .as(result.verdict().toString())
                .anyMatch(reason -> reason.startsWith("agent-3 (c, server): broker-1 was killed by signal 9"));
        assertThat(result.accounting().map(Accounting::received))
                .as("the load's account until then")
                .hasValueSatisfying(received -> assertThat(received).isPositive());
        assertNothingIsKept();
    }

    /** The coordinator hears of the server's end from its agent, while the loads know nothing of it. */
    @Test
    void shouldKeepWhatALoadHasCountedWhenAServerEnds() throws Exception {
        standIn("a", AgentRole.LOAD);
        standIn("b", AgentRole.SERVICE);
        List<StandInWork> servers = new CopyOnWriteArrayList<>();
        PartWork.Maker killable = (call, plan, listen, logs, control, changed) -> {
            servers.add(new StandInWork(call, plan, logs, control, changed));
            return servers.get(0);
        };
        agent("c", Allowance.ALL, killable, AgentRole.SERVER);
        BenchmarkResult result;
        try (AgentsSession session = session("load: 1, service: 1, server: 1")) {
            result = run(session, 60, "nats.yaml").run(new Watching() {
                @Override
                public void onInterval(Interval interval) {
                    servers.get(0).fail("it was killed");
                }
            });
        }

        assertThat(result.complete()).isFalse();
        assertThat(result.verdict().reasons()).contains("agent-3 (c, server): it was killed");
        assertThat(result.accounting().map(Accounting::received)).contains(90L);
        assertNothingIsKept();
    }

    /** Neither answers before the other has heard. */
    @Test
    void shouldAnnounceTheStartToAllWithoutWaitingForAnswers() throws Exception {
        CountDownLatch told = new CountDownLatch(2);
        List<StandInWork> loads = new CopyOnWriteArrayList<>();
        PartWork.Maker slow = (call, plan, listen, logs, control, changed) -> {
            loads.add(new StandInWork(call, plan, logs, control, changed) {
                @Override
                void tell(ParentMessage message) {
                    super.tell(message);
                    if (message instanceof ParentMessage.Start) {
                        told.countDown();
                        await().atMost(PATIENCE).until(() -> told.getCount() == 0);
                    }
                }
            });
            return loads.get(loads.size() - 1);
        };
        agent("a", Allowance.ALL, slow, AgentRole.LOAD);
        agent("b", Allowance.ALL, slow, AgentRole.LOAD);
        BenchmarkResult result;
        try (AgentsSession session = session("load: 2")) {
            String oneHop = QUICK.formatted(60) + "hops: 1\n";
            result = run(session, oneHop, TransportFiles.find("nats.yaml")).run(new Watching() {
                @Override
                public void onInterval(Interval interval) {
                    loads.get(0).fail("it has begun");
                }
            });
        }

        assertThat(result.verdict().reasons()).contains("agent-1 (a, load): it has begun");
    }

    /** Any holder of an agent's key can send any frame in the name of any agent, and hand over any file. */
    @Test
    void shouldEndInOrderWhateverIsForged() throws Exception {
        Agent load = standIn("a", AgentRole.LOAD);
        standIn("b", AgentRole.SERVICE);
        BenchmarkResult result;
        try (AgentsSession session = session("load: 1, service: 1");
                Control hostile = Control.connect(server.forAgents(), Control.Side.AGENT, "hostile")) {
            result = run(session, 60, "nats.yaml").run(new Watching() {
                @Override
                public void onInterval(Interval interval) {
                    forge(session, load.info().id(), hostile);
                }
            });
        }

        assertThat(result.complete()).isFalse();
        assertThat(result.verdict().reasons())
                .as(result.verdict().toString())
                .contains("agent-1 (a, load): a report without content");
        assertThat(result.accounting()).isEmpty();
    }

    private static void forge(AgentsSession session, String agent, Control hostile) {
        String subject = Beat.subject(session.call());
        for (String frame : List.of("", "null", "[]", "{}", "{\"agent\":\"" + agent + "\",\"attempt\":1}")) {
            hostile.connection().publish(subject, frame.getBytes(StandardCharsets.UTF_8));
        }
        Headers piece = new Headers().put(PartFiles.NAME, PartReport.FILE);
        String result = Control.RESULT + session.call() + ".1.1";
        hostile.connection().publish(result, piece.put(PartFiles.OFFSET, "0"), "null".getBytes(StandardCharsets.UTF_8));
        hostile.connection()
                .publish(
                        result,
                        new Headers().put(PartFiles.NAME, PartReport.FILE).put(PartFiles.OFFSET, "4"),
                        null);
        Beat end = new Beat(agent, 1, Beat.Phase.ENDED, null, null, 0, 0, 0, List.of());
        hostile.say(subject, end, "x");
    }

    /** A coordinator on a busy machine answers each sign of life only when the next one has come. */
    @Test
    void shouldTakeLateAnswersForSignsOfLife() throws Exception {
        Agent agent = standIn("a", AgentRole.LOAD);
        String call = UUID.randomUUID().toString();
        CountDownLatch beats = new CountDownLatch(8);
        String[] unanswered = new String[1];
        try (Control control = Control.connect(options, Control.Side.BENCH, "slow")) {
            Dispatcher dispatcher = control.connection().createDispatcher(message -> {
                if (unanswered[0] != null) {
                    control.answer(unanswered[0], Answer.DONE);
                }
                unanswered[0] = message.getReplyTo();
                beats.countDown();
            });
            dispatcher.subscribe(Beat.subject(call));
            control.ask(Verb.CLAIM.subject(agent.info().id()), Question.claim(call, "a slow call"), PATIENCE);

            assertThat(beats.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(business()).singleElement().asString().startsWith("busy for a slow call since ");
        }
    }

    /** An agent on a busy machine answers only when it is asked again, and then the first question only. */
    @Test
    void shouldTakeTheAnswerToAnEarlierTry() throws Exception {
        List<String> asked = new ArrayList<>();
        try (Control agent = Control.connect(server.forAgents(), Control.Side.AGENT, "slow");
                Control control = Control.connect(options, Control.Side.BENCH, "test")) {
            Dispatcher dispatcher = agent.connection().createDispatcher(message -> {
                asked.add(message.getReplyTo());
                if (asked.size() == 2) {
                    agent.answer(asked.get(0), Answer.DONE);
                }
            });
            dispatcher.subscribe(Verb.LOOK.subject("slow"));
            agent.flush();

            assertThat(control.ask(Verb.LOOK.subject("slow"), Question.NONE, PATIENCE))
                    .isPresent();
        }
        assertThat(asked).hasSize(2);
    }

    /** Of those that this process started, the one whose configuration has that port. */
    private static void killServerAt(String address) {
        String port = address.substring(address.lastIndexOf(':'));
        ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().arguments().stream()
                        .flatMap(Arrays::stream)
                        .filter(argument -> argument.endsWith("server.conf"))
                        .anyMatch(file -> contains(Path.of(file), port)))
                .filter(process -> process.info().command().orElse("").endsWith("nats-server"))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            return false;
        }
    }

    /** Who does a fault is on another machine than who measures what comes of it. */
    @Test
    void shouldKillTheServiceOfAnAgent() throws Exception {
        agent("a", AgentRole.LOAD);
        agent("b", AgentRole.SERVICE);
        Faults faults;
        try (AgentsSession session = session("load: 1, service: 1")) {
            // On a busy machine it takes seconds to start the service again, and meanwhile nobody keeps what is sent.
            // What it did not get never comes: nobody has to wait for it.
            faults = faults(session, 15, "nats.yaml", "2s", "{ at: 1s, target: agent-2, action: kill, for: 300ms }");
        }

        assertThat(faults.outcomes()).hasSize(1);
        assertThat(faults.outcomes().get(0).what()).isEqualTo("kill agent-2");
        assertThat(faults.outcomes().get(0).atNanos()).isGreaterThanOrEqualTo(1_000_000_000);
        assertThat(faults.outcomes().get(0).aftermath().outageNanos()).isGreaterThanOrEqualTo(300_000_000);
        assertThat(faults.outcomes().get(0).aftermath().firstThroughNanos()).isGreaterThan(300_000_000);
        assertThat(faults.lost()).as("what nobody took").isPositive();
        assertNothingIsKept();
    }

    @Tag("exhaustive")
    @Test
    void shouldKillTheServerOfAnAgent() throws Exception {
        agent("a", AgentRole.LOAD);
        agent("b", AgentRole.SERVICE);
        agent("c", AgentRole.SERVER);
        Faults faults;
        try (AgentsSession session = session("load: 1, service: 1, server: 1")) {
            assertThatThrownBy(
                            () -> faults(session, 5, "nats.yaml", "10s", "{ at: 1s, target: agent-1, action: kill }"))
                    .hasMessageContaining("faults: agent-1 (expected: an agent that is a service or a server: agent-2,"
                            + " service, broker-1, agent-3)");
            faults = faults(
                    session,
                    5,
                    "jetstream-file.yaml",
                    "10s",
                    "{ at: 1s, target: broker, action: kill, for: 300ms }, { at: 3s, target: agent-3, action: pause,"
                            + " for: 200ms }");
        }

        assertThat(faults.outcomes()).extracting(Faults.Outcome::what).containsExactly("kill broker", "pause agent-3");
        assertThat(faults.acknowledgedLost()).isZero();
        assertThat(faults.undelivered()).isZero();
        assertNothingIsKept();
    }

    private Faults faults(AgentsSession session, int seconds, String file, String drain, String faults)
            throws Exception {
        YamlDocument transport = TransportFiles.find(file);
        if (file.startsWith("jetstream")) {
            // A client that asked a server that ended waits as long for the answer.
            transport = transport
                    .with("expires", "1s", "a test")
                    // What the server had sent to a consumer when it was killed comes again after this, by default
                    // after 30 s.
                    .with("consumerOptions.ack_wait", Long.toString(ACK_WAIT.toNanos()), "a test");
        }
        String yaml = QUICK.formatted(seconds) + "drain: " + drain + "\nfaults: [" + faults + "]\n";
        BenchmarkResult result = run(session, yaml, transport).run(RunListener.NONE);
        assertThat(result.complete()).as(result.verdict().toString()).isTrue();
        return result.forks().get(0).faults().orElseThrow();
    }

    @Test
    void shouldWorkForOneCallAtATime() throws Exception {
        agent("a", AgentRole.LOAD, AgentRole.SERVICE);
        agent("b", AgentRole.LOAD, AgentRole.SERVICE);
        try (AgentsSession first = session("load: 1, service: 1")) {
            assertThat(first.members()).hasSize(2);
            assertThatThrownBy(() -> session("load: 1"))
                    .isInstanceOf(AgentsException.class)
                    .hasMessageStartingWith(
                            "--agents: 1 with role load (expected: at most 0, the agents that are free; not a: busy for"
                                    + " a test since ");
            assertThat(business()).allMatch(text -> text.startsWith("busy for a test since "));
        }

        assertThat(business()).containsOnly("null");
        session("load: 2").close();
    }

    @Test
    void shouldWaitForAgentsThatAreBusyOrNotYetThere() throws Exception {
        agent("a", AgentRole.LOAD);
        AgentsSession first = session("load: 1");
        CompletableFuture<AgentsSession> second = CompletableFuture.supplyAsync(() -> {
            try {
                return AgentsSession.open(AgentsWanted.parse("load: 2"), options, "another", PATIENCE);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        await().atMost(PATIENCE)
                .until(() -> said.toString(StandardCharsets.UTF_8).contains("works for a test"));
        Agent late = agent("b", AgentRole.LOAD);
        assertThat(second).isNotDone();

        first.close();

        try (AgentsSession waited = second.get()) {
            assertThat(waited.members()).hasSize(2);
            assertThat(business()).allMatch(text -> text.startsWith("busy for another since "));
        }
        late.awaitCall();
    }

    @Test
    void shouldChooseByLabelAndNameWhoIsOfAnotherBuild() throws Exception {
        agent("a", AgentRole.LOAD);
        agent("b", AgentRole.LOAD);
        AgentInfo other = new AgentInfo(
                UUID.randomUUID().toString(),
                "z",
                "older",
                "17",
                2,
                "m",
                "tsc",
                "",
                Set.of(AgentRole.SERVICE),
                Map.of());
        try (Control control = Control.connect(server.forAgents(), Control.Side.AGENT, "other");
                AgentsSession labelled = session("load: 1 kind=b")) {
            assertThat(labelled.members().get(0).info().name()).isEqualTo("b");
            Service service = Service.builder()
                    .connection(control.connection())
                    .name(Agent.SERVICE)
                    .version("0.1.0")
                    .metadata(other.toMetadata())
                    .addServiceEndpoint(ServiceEndpoint.builder()
                            .endpointName("none")
                            .endpointSubject(Verb.LOOK.subject(other.id()))
                            .handler(message -> {})
                            .build())
                    .build();
            service.startService();
            control.flush();

            assertThatThrownBy(() -> session("load: 1, service: 1"))
                    .isInstanceOf(AgentsException.class)
                    .hasMessageContaining("not z: its build is older, this one is ");
            service.stop();
        }
    }

    /** By the configuration that is shipped for a control server. */
    @Test
    void shouldLetNoAgentAskAnythingOfAnother() throws Exception {
        Agent agent = agent("a", AgentRole.LOAD);
        String subject = Verb.CLAIM.subject(agent.info().id());
        Question claim = Question.claim("call", "an agent");
        try (Control control = Control.connect(server.forAgents(), Control.Side.AGENT, "another")) {
            assertThat(control.ask(subject, claim, Duration.ofSeconds(2))).isEmpty();
        }
        assertThat(server.log()).contains("Publish Violation", subject);
        lacksRights = true;
        assertThat(business()).containsOnly("null");
    }

    /** By default, what the owner of an agent has not allowed is refused before anything is started. */
    @Test
    void shouldRefuseWhatTheOwnerOfAnAgentHasNotAllowed() throws Exception {
        agent("a", Allowance.DEFAULT, PartWork::of, AgentRole.LOAD);
        agent("b", Allowance.DEFAULT, PartWork::of, AgentRole.SERVICE);
        BenchmarkResult result;
        try (AgentsSession session = session("load: 1, service: 1")) {
            result = run(session, 1, "nats.yaml").run(RunListener.NONE);
        }

        assertThat(result.complete()).isFalse();
        assertThat(result.verdict().reasons())
                .as(result.verdict().toString())
                .anyMatch(
                        reason -> reason.contains("agent-1 (a, load) refuses begin: its owner does not let callers set"
                                + " jvm.flags: [-XX:TieredStopAtLevel=1] (expected: nothing beyond docs/AGENTS.md, Rights; allow it"
                                + " with: bench agent --allow jvm.flags)"));
        assertThat(directory.resolve("agent-a")).isEmptyDirectory();
        assertNothingIsKept();
    }

    /** The name of a call is a directory of the agent, which it deletes at its release. */
    @Test
    void shouldDeleteNoDirectoryOfOthers() throws Exception {
        Agent agent = agent("a", AgentRole.LOAD);
        Path others = Files.createDirectories(directory.resolve("others"));
        Question claim = Question.claim("../others", "someone \u001b[2J");
        try (Control control = Control.connect(options, Control.Side.BENCH, "test")) {
            String id = agent.info().id();
            assertThat(control.ask(Verb.CLAIM.subject(id), claim, PATIENCE)
                            .orElseThrow()
                            .refusal())
                    .contains("a call's name is a UUID");
            control.ask(Verb.RELEASE.subject(id), Question.of(claim.call()), PATIENCE);
            claim = Question.claim(UUID.randomUUID().toString(), claim.by());
            control.ask(Verb.CLAIM.subject(id), claim, PATIENCE);
            control.ask(Verb.RELEASE.subject(id), Question.of(claim.call()), PATIENCE);
        }

        assertThat(others).isDirectory();
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("works for someone ?[2J");
    }

    /** An answer goes where an agent may read it; the coordinator may publish to more than that. */
    @Test
    void shouldAnswerOnlyToAgents() throws Exception {
        agent("a", AgentRole.LOAD);
        try (AgentsSession session = session("load: 1");
                Control bench = Control.connect(options, Control.Side.BENCH, "test");
                Control control = Control.connect(server.forAgents(), Control.Side.AGENT, "hostile")) {
            handOver(control, new Headers());
            for (String place :
                    List.of("$JS.API.STREAM.PURGE.twohop-results", "$JS.API.STREAM.DELETE.twohop-results")) {
                control.connection()
                        .publish(Beat.subject(session.call()), place, "{}".getBytes(StandardCharsets.UTF_8));
            }
            assertThat(control.ask(Beat.subject(session.call()), Beat.waiting("another", 0), PATIENCE))
                    .as("it has heard the others before this one")
                    .isPresent();
            session.control().flush();

            assertThat(kept(bench)).isEqualTo(1);
        }
    }

    /** A stream can let a publisher replace all that it has by one message. */
    @Test
    void shouldKeepResultsThatAnAgentWantsToReplace() throws Exception {
        try (Control bench = Control.connect(options, Control.Side.BENCH, "test");
                Control control = Control.connect(server.forAgents(), Control.Side.AGENT, "hostile")) {
            bench.makeStream();
            handOver(control, new Headers());

            for (String rollup : List.of("all", "sub")) {
                assertThatThrownBy(() -> handOver(control, new Headers().put("Nats-Rollup", rollup)))
                        .hasMessageContaining("rollup not permitted");
            }

            assertThat(kept(bench)).isEqualTo(1);
        }
    }

    private static void handOver(Control agent, Headers headers) throws IOException, JetStreamApiException {
        agent.connection().jetStream().publish("twohop.result.call.1.1", headers, new byte[] {1});
    }

    private static long kept(Control bench) throws IOException, JetStreamApiException {
        return bench.results().getStreamInfo(Control.RESULTS).getStreamState().getMsgCount();
    }

    /** Whoever holds an agent's key may not read what coordinators ask for, and may not delete what others handed over. */
    @Test
    void shouldLetNoAgentReadOrDeleteWhatIsOthers() throws Exception {
        lacksRights = true;
        try (Control control = Control.connect(server.forAgents(), Control.Side.AGENT, "hostile")) {
            for (String subject : List.of("_INBOX.>", "_INBOX_BENCH.>", "$KV.>", "twohop.result.>", "$JS.>", ">")) {
                control.connection().subscribe(subject);
            }
            List<String> subjects = List.of(
                    "$JS.API.STREAM.PURGE.twohop-results",
                    "$JS.API.STREAM.DELETE.twohop-results",
                    "$JS.API.STREAM.INFO.twohop-results",
                    "$JS.API.STREAM.NAMES",
                    "$JS.API.CONSUMER.CREATE.twohop-results",
                    "$JS.API.DIRECT.GET.twohop-results",
                    Verb.BEGIN.subject("another"),
                    "_INBOX_AGENT.x",
                    "$SRV.PING");
            for (String subject : subjects) {
                control.connection().publish(subject, new byte[0]);
            }
            control.flush();
            await().atMost(PATIENCE).untilAsserted(() -> {
                for (String subject : subjects) {
                    assertThat(server.log()).contains("Publish Violation", "\"" + subject + "\"");
                }
                assertThat(server.log().lines().filter(line -> line.contains("Subscription Violation")))
                        .hasSize(6);
            });
        }
    }

    @Test
    void shouldNameAnAgentThatWasLost() throws Exception {
        agent("a", AgentRole.LOAD);
        Agent lost = standIn("b", AgentRole.LOAD);
        standIn("c", AgentRole.SERVICE);
        BenchmarkResult result;
        try (AgentsSession session = session("load: 2, service: 1")) {
            result = run(session, 60, "nats.yaml").run(new Watching() {
                @Override
                public void onInterval(Interval interval) {
                    lost.close();
                }
            });
        }

        assertThat(result.complete()).isFalse();
        assertThat(result.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(result.verdict().reasons()).contains("agent-2 (b, load) was lost: no sign of life for 5 s");
        assertThat(result.forks().get(0).intervals())
                .as("what the other measured is kept")
                .isNotEmpty();
        agents.remove(lost);
        assertThat(business()).hasSize(2).containsOnly("null");
    }

    @Test
    void shouldStopWhenTheirCoordinatorIsGone() throws Exception {
        standIn("a", AgentRole.LOAD);
        standIn("b", AgentRole.SERVICE);
        AgentsSession session = session("load: 1, service: 1");
        CountDownLatch measuring = new CountDownLatch(1);
        CellRun run = run(session, 60, "nats.yaml");
        Thread coordinator = new Thread(() -> {
            try {
                run.run(new Watching() {
                    @Override
                    public void onInterval(Interval interval) {
                        measuring.countDown();
                    }
                });
            } catch (IOException | InterruptedException | RuntimeException e) {
                // It has no connection any more.
            }
        });
        coordinator.setDaemon(true);
        coordinator.start();
        measuring.await();

        session.control().close();

        await().atMost(PATIENCE).until(() -> business().equals(List.of("null", "null")));
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("agent: heard nothing from a test for 5 s: it stops; what was measured stays in ");
        try (Stream<Path> files = Files.walk(directory.resolve("agent-a"))) {
            assertThat(files.map(file -> file.getFileName().toString())).contains(PartReport.FILE);
        }
        coordinator.interrupt();
    }

    /** As one is that was held up for longer than its lease. */
    @Test
    void shouldStopWhatItIsReleasedFrom() throws Exception {
        Agent held = standIn("a", AgentRole.LOAD);
        standIn("b", AgentRole.SERVICE);
        BenchmarkResult result;
        try (AgentsSession session = session("load: 1, service: 1")) {
            result = run(session, 60, "nats.yaml").run(new Watching() {
                @Override
                public void onInterval(Interval interval) {
                    release(session, held);
                }
            });
        }

        assertThat(result.complete()).isFalse();
        await().atMost(PATIENCE).until(() -> business().equals(List.of("null", "null")));
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("agent: a test does not wait for it any more: it stops");
    }

    private static void release(AgentsSession session, Agent agent) {
        try {
            session.control()
                    .ask(Verb.RELEASE.subject(agent.info().id()), Question.of(session.call()), Duration.ofSeconds(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldGoOnWhenTheControlServerIsRestarted() throws Exception {
        agent("a", AgentRole.LOAD);
        agent("b", AgentRole.SERVICE);
        BenchmarkResult result;
        try (AgentsSession session = session("load: 1, service: 1")) {
            boolean[] restarted = {false};
            result = run(session, 5, "nats.yaml").run(new Watching() {
                @Override
                public void onInterval(Interval interval) {
                    if (!restarted[0]) {
                        restarted[0] = true;
                        restart();
                    }
                }
            });
            assertThat(restarted[0]).isTrue();
        }

        assertThat(result.complete()).as(result.verdict().toString()).isTrue();
        assertThat(result.accounting().orElseThrow().received()).isEqualTo(1_800);
        assertNothingIsKept();
    }

    private void restart() {
        try {
            server.restart();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldRefuseWhatPartsCannotMeasure() throws Exception {
        agent("a", AgentRole.LOAD);
        agent("b", AgentRole.SERVICE);
        try (AgentsSession session = session("load: 1, service: 1")) {
            assertThatThrownBy(() -> run(session, 1, "loopback.yaml")).hasMessageContaining("stays within one process");
            String control = server.forBench().url().replace("tls://localhost", "nats://127.0.0.1");
            YamlDocument broker = TransportFiles.find("nats.yaml")
                    .with("broker", "external", "a test")
                    .with("url", "nats://127.0.0.2:1," + control, "a test");
            assertThatThrownBy(() -> run(session, QUICK.formatted(1), broker))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("nats: " + control + " (expected: another server than the control server");
            YamlDocument file = TransportFiles.find("nats.yaml").with("checkProperties", "false", "a test");
            for (String key : List.of("client.password", "client.my.vendor.pin")) {
                assertThatThrownBy(() ->
                                run(session, QUICK.formatted(1), file.with(key, "xK9wq7LmPz3v", "-Dtransport." + key)))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining(
                                "a secret in the file: " + key + " (expected: ${env:NAME} or ${file:PATH} in its place")
                        .hasMessageNotContaining("xK9wq7LmPz3v");
            }
            String flag = QUICK.formatted(1).replace("-XX:TieredStopAtLevel=1", "-Dstore.password=xK9wq7LmPz3v");
            assertThatThrownBy(() -> run(session, flag, file))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("the workload: a secret in it")
                    .hasMessageNotContaining("xK9wq7LmPz3v");
        }
    }
}
