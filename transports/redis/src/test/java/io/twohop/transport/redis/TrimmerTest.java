package io.twohop.transport.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.Consumer;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
class TrimmerTest {
    private static final int COUNT = 1_000;

    private final String stream = "twohop-" + UUID.randomUUID();
    private Connector connector;
    private RedisCommands<String, byte[]> commands;
    private final List<String> ids = new ArrayList<>();

    @BeforeAll
    static void shouldHaveAServer() {
        SharedRedis.assume();
    }

    @BeforeEach
    void publish() {
        connector = new Connector(
                SharedRedis.url(),
                Optional.of(SharedRedis.config(SharedRedis.external()).access()));
        commands = connector.connect("test").sync();
        for (String group : List.of("fast", "slow")) {
            commands.xgroupCreate(StreamOffset.from(stream, "0"), group, XGroupCreateArgs.Builder.mkstream());
        }
        for (int i = 0; i < COUNT; i++) {
            ids.add(commands.xadd(stream, "m", new byte[8]));
        }
    }

    @AfterEach
    void close() {
        commands.unlink(stream);
        connector.close();
    }

    private void read(String group, int count) {
        commands.xreadgroup(Consumer.from(group, "one"), XReadArgs.Builder.count(count), SharedRedis.from(stream, ">"));
    }

    private void acknowledge(String group, int from, int to) {
        commands.xack(stream, group, ids.subList(from, to).toArray(new String[0]));
    }

    private List<String> left() {
        return commands.xrange(stream, Range.unbounded()).stream()
                .map(StreamMessage::getId)
                .toList();
    }

    /** The server lists groups by their names. */
    @ParameterizedTest
    @ValueSource(strings = {"fast", "slow"})
    void shouldKeepWhatAGroupHasNotRead(String other) {
        read(other, COUNT);
        acknowledge(other, 0, COUNT);

        Trimmer.trim(commands, stream);

        assertThat(left()).containsExactlyElementsOf(ids);
    }

    @Test
    void shouldKeepWhatAGroupHasNotAcknowledged() {
        read("fast", COUNT);
        acknowledge("fast", 0, COUNT);
        read("slow", 800);
        acknowledge("slow", 0, 450);
        acknowledge("slow", 451, 800);

        Trimmer.trim(commands, stream);

        assertThat(left()).containsAll(ids.subList(450, COUNT)).hasSizeLessThan(COUNT - 300);
    }

    @Test
    void shouldDeleteWhatAllGroupsHaveAcknowledged() {
        for (String group : List.of("fast", "slow")) {
            read(group, COUNT);
            acknowledge(group, 0, COUNT);
        }

        Trimmer.trim(commands, stream);

        // The server deletes whole nodes of a hundred.
        assertThat(left()).hasSizeLessThanOrEqualTo(100).contains(ids.get(COUNT - 1));
    }

    @Test
    void shouldLeaveAStreamWithoutGroupsAlone() {
        commands.xgroupDestroy(stream, "fast");
        commands.xgroupDestroy(stream, "slow");

        Trimmer.trim(commands, stream);

        assertThat(left()).hasSize(COUNT);
    }
}
