package io.twohop.testing.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Interval;
import io.twohop.engine.protocol.RunListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Arguments and environments of the processes below this one while a run measures. */
public final class CommandLines implements RunListener {
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    @Override
    public void onStarted(Started started) {}

    @Override
    public void onInterval(Interval interval) {
        ProcessHandle.current().descendants().forEach(process -> {
            for (String file : List.of("cmdline", "environ")) {
                try {
                    seen.add(Files.readString(Path.of("/proc/" + process.pid(), file)));
                } catch (NoSuchFileException e) {
                    // It has ended.
                } catch (IOException e) {
                    seen.add("not readable: " + e);
                }
            }
        });
    }

    @Override
    public void onEnded(Ended ended) {}

    /** Asserts that the measuring process was among them, and that none has one of these words. */
    public void assertWithout(String... secrets) {
        assertThat(seen).anyMatch(line -> line.contains("ForkMain"));
        assertThat(seen).allSatisfy(line -> assertThat(line).doesNotContain(secrets));
    }
}
