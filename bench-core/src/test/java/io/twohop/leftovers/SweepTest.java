package io.twohop.leftovers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.transport.Creation;
import io.twohop.transport.Sweeper;
import io.twohop.transport.TransportException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Creation TOPIC = new Creation("here", "topic", "run-1-requests");
    private static final Creation GROUP = new Creation("here", "group", "run-1-requests-service");
    private static final Creation ELSEWHERE = new Creation("there", "topic", "run-1-requests");
    private static final Creation FOREIGN = new Creation("here", "topic", "orders");

    private static final Creation DELETED = new Creation("here", "topic", "run-1-trial");

    @TempDir
    Path directory;

    private CreationFiles files;

    @BeforeEach
    void place() {
        files = new CreationFiles(directory.resolve("created"));
    }

    private CreationLog log(String run) {
        return new CreationLog(files, run, "kafka", "my-kafka.yaml");
    }

    /** As a process that was killed leaves it: the file without its lock. */
    private void left(String run, Creation... creations) throws Exception {
        CreationLog log = log(run);
        log.about(List.of(creations));
        log.gone(List.of(DELETED));
        unlock(run);
    }

    private void unlock(String run) throws Exception {
        Path file = files.of(run);
        String lines = Files.readString(file);
        CreationFiles.OWN.remove(file);
        Files.delete(file);
        Files.writeString(file, lines);
    }

    /** Servers that refuse some of it. */
    private static final class Servers implements Sweeper {
        private final Map<Creation, String> refused = new HashMap<>();
        private final List<Creation> asked = new ArrayList<>();

        @Override
        public String place() {
            return "here";
        }

        @Override
        public Map<Creation, String> delete(Collection<Creation> creations) {
            asked.addAll(creations);
            Map<Creation, String> failed = new HashMap<>(refused);
            failed.keySet().retainAll(creations);
            return failed;
        }

        @Override
        public void close() {}
    }

    private Sweep sweep(Sweeper servers) throws Exception {
        return Sweep.of(files.abandoned(), () -> servers, LIMIT);
    }

    @Test
    void shouldStandOnTheDiskWhileSomethingIsThereAndNoLonger() throws Exception {
        CreationLog log = log("run-1");
        assertThat(files.directory()).doesNotExist();

        log.about(List.of(TOPIC, GROUP));
        assertThat(files.isUsedBy("run-1")).isTrue();
        log.gone(List.of(GROUP));
        assertThat(files.isUsedBy("run-1")).isTrue();
        assertThat(files.abandoned()).as("whose process lives").isEmpty();
        log.gone(List.of(TOPIC));

        assertThat(files.directory()).isEmptyDirectory();
        assertThat(files.isUsedBy("run-1")).isFalse();
    }

    @Test
    void shouldWriteDownOnceWhatSeveralConsumersShare() throws Exception {
        CreationLog log = log("run-1");
        log.about(List.of(GROUP));
        log.about(List.of(GROUP, TOPIC));

        assertThat(files.of("run-1")).content().hasLineCount(2);
        log.gone(List.of(GROUP, TOPIC));
        assertThat(files.isUsedBy("run-1")).isFalse();
    }

    @Test
    void shouldStandWhereClientsCouldNotBeClosed() {
        CreationLog log = log("run-1");
        log.about(List.of(TOPIC));

        log.keep();
        log.gone(List.of(TOPIC));

        assertThat(files.isUsedBy("run-1")).isTrue();
    }

    @Test
    void shouldNotBelongToTheRunWhoseIdBeginsAlike() throws Exception {
        left("run-1", TOPIC);
        left("run-12-1", new Creation("here", "topic", "run-12-1-requests"));

        assertThat(files.abandoned("run-1")).extracting(Leftover::run).containsExactly("run-1");
        assertThat(files.abandoned("run-12")).extracting(Leftover::run).containsExactly("run-12-1");
    }

    @Test
    void shouldDeleteWhatIsLeftAndForgetIt() throws Exception {
        left("run-1", TOPIC, DELETED, GROUP);
        Servers servers = new Servers();

        Sweep sweep = sweep(servers);

        assertThat(servers.asked).containsExactly(TOPIC, GROUP);
        assertThat(sweep.deleted()).containsExactly(TOPIC, GROUP);
        assertThat(sweep.remainingText()).isEmpty();
        assertThat(files.abandoned()).isEmpty();
    }

    @Test
    void shouldTouchNeitherOtherServersNorOtherNames() throws Exception {
        left("run-1", TOPIC, ELSEWHERE, FOREIGN);
        Servers servers = new Servers();

        Sweep sweep = sweep(servers);

        assertThat(servers.asked).containsExactly(TOPIC);
        assertThat(sweep.remainingText()).isEqualTo("topic orders: its name does not begin with its run's");
        assertThat(files.abandoned()).hasSize(1);
    }

    @Test
    void shouldKeepWhatWasRefused() throws Exception {
        left("run-1", TOPIC, GROUP);
        Servers servers = new Servers();
        servers.refused.put(TOPIC, "not authorized");

        Sweep sweep = sweep(servers);

        assertThat(sweep.deleted()).containsExactly(GROUP);
        assertThat(sweep.remainingText()).isEqualTo("topic run-1-requests: not authorized");
        assertThat(files.abandoned()).hasSize(1);
    }

    @Test
    void shouldSayWhyThereIsNoConnection() throws Exception {
        left("run-1", TOPIC);

        Sweep sweep = Sweep.of(
                files.abandoned(),
                () -> {
                    throw new TransportException("nobody listens");
                },
                LIMIT);

        assertThat(sweep.remainingText()).isEqualTo("topic run-1-requests: nobody listens");
        assertThat(files.abandoned()).hasSize(1);
    }

    @Test
    void shouldNotWaitForServersThatDoNotAnswer() throws Exception {
        left("run-1", TOPIC);
        CountDownLatch never = new CountDownLatch(1);

        Sweep sweep = Sweep.of(
                files.abandoned(),
                () -> {
                    never.await();
                    return null;
                },
                Duration.ofMillis(50));

        assertThat(sweep.remainingText()).isEqualTo("topic run-1-requests: no answer within 50 ms");
        assertThat(files.abandoned()).hasSize(1);
    }

    @Test
    void shouldReadWhatWasWrittenBeforeTheProcessWasKilled() throws Exception {
        log("run-1").about(List.of(TOPIC, GROUP));
        unlock("run-1");
        try (RandomAccessFile file = new RandomAccessFile(files.of("run-1").toFile(), "rw")) {
            file.setLength(file.length() - 7);
        }
        assertThat(files.abandoned()).singleElement().satisfies(leftover -> {
            assertThat(leftover.transportFile()).isEqualTo("my-kafka.yaml");
            assertThat(leftover.creations()).containsExactly(TOPIC);
        });

        Files.writeString(files.of("run-1"), "{\"run\":\"run");
        assertThat(files.abandoned()).isEmpty();
        assertThat(files.directory()).as("nothing was made").isEmptyDirectory();
    }

    @Test
    void shouldRefuseWhatCannotBeWrittenDown() throws Exception {
        Files.writeString(files.directory(), "no directory");

        assertThatThrownBy(() -> log("run-1").about(List.of(TOPIC)))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("cannot be written down in ")
                .hasMessageContaining("XDG_STATE_HOME");
    }

    @Test
    void shouldNameSomeOfMany() {
        List<Creation> many = new ArrayList<>(List.of(GROUP));
        for (int i = 0; i < 7; i++) {
            many.add(new Creation("here", "topic", "t" + i));
        }
        assertThat(Sweep.text(many)).isEqualTo("group run-1-requests-service, topics t0, t1, t2, t3, t4 and 2 more");
    }
}
