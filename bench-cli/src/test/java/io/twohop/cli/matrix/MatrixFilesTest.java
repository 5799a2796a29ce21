package io.twohop.cli.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.twohop.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixFilesTest {
    private static final int CALLS = 8;

    @TempDir
    Path results;

    private static MatrixPlan plan(int call) {
        return new MatrixPlan("quick", JsonNodeFactory.instance.objectNode().put("call", call));
    }

    @Test
    void shouldRefuseAFullDiskBeforeTheFirstRun() {
        Path proc = Path.of("/proc");
        assumeTrue(Files.isDirectory(proc), "no file system that has no room");

        assertThatThrownBy(() -> MatrixFiles.begin(proc, plan(1)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("results: /proc (expected: 64 MB free; ");
    }

    @Test
    void shouldGiveCallsOfOneInstantDirectoriesOfTheirOwn() throws Exception {
        CyclicBarrier instant = new CyclicBarrier(CALLS);
        ExecutorService pool = Executors.newFixedThreadPool(CALLS);
        List<Path> directories = new ArrayList<>();
        try {
            List<Future<Path>> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                int call = i;
                calls.add(pool.submit(() -> {
                    instant.await();
                    MatrixFiles files = MatrixFiles.begin(results, plan(call));
                    instant.await();
                    return files.finish(call % 2 == 0);
                }));
            }
            for (Future<Path> call : calls) {
                directories.add(call.get());
            }
        } finally {
            pool.shutdownNow();
        }

        assertThat(directories).doesNotHaveDuplicates().hasSize(CALLS);
        for (int call = 0; call < CALLS; call++) {
            assertThat(new ObjectMapper()
                            .readTree(directories.get(call).resolve("plan.json").toFile()))
                    .isEqualTo(plan(call).tree());
        }
        assertThat(Files.list(results)).containsExactlyInAnyOrderElementsOf(directories);
    }

    @Test
    void shouldResumeTheOneOfSeveralWithItsPlan() throws Exception {
        for (int call = 0; call < 3; call++) {
            MatrixFiles.begin(results, plan(call)).finish(false);
        }

        try (MatrixFiles resumed = MatrixFiles.resume(results, plan(1))) {
            assertThatThrownBy(() -> MatrixFiles.resume(results, plan(1)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("a call that has ended, but this one is still running");
            assertThat(resumed.rows()).isEmpty();
        }
    }
}
