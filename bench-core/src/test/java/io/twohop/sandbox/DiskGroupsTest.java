package io.twohop.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories as the kernel shows them; a real group of version 1 is limited in the tests of faults. */
class DiskGroupsTest {
    @TempDir
    Path mounts;

    private Path own(String... lines) throws IOException {
        return Files.write(mounts.resolve("own"), List.of(lines));
    }

    private void group(String path, String controllers) throws IOException {
        Path group = Files.createDirectories(mounts.resolve(path));
        Files.writeString(group.resolve("cgroup.controllers"), controllers + "\n");
        Files.writeString(group.resolve("cgroup.subtree_control"), "cpu memory\n");
    }

    private String control(String path) throws IOException {
        return Files.readString(mounts.resolve(path).resolve("cgroup.subtree_control"));
    }

    private Path limited(DiskGroups groups, String expected) throws IOException {
        Path group = groups.group(42);
        assertThat(group).isEqualTo(mounts.resolve(expected));
        groups.create(group, "254:0", 1_000);
        return group;
    }

    @Test
    void shouldPreferTheFirstVersionWhereItHasTheController() throws Exception {
        Files.createDirectory(mounts.resolve("blkio"));
        group("unified", "");
        DiskGroups groups = DiskGroups.find(mounts, own("7:blkio:/", "0::/")).orElseThrow();
        assertThat(groups.unusable()).isEmpty();

        assertThat(limited(groups, "blkio/twohop-42").resolve("blkio.throttle.write_bps_device"))
                .hasContent("254:0 1000");
        assertThat(groups.back()).isEqualTo(mounts.resolve("blkio"));
    }

    @Test
    void shouldHandTheControllerDownToASiblingInTheSecondVersion() throws Exception {
        group("", "cpu io memory");
        group("user.slice", "cpu io memory");
        group("user.slice/session-1.scope", "cpu memory");
        DiskGroups groups =
                DiskGroups.find(mounts, own("0::/user.slice/session-1.scope")).orElseThrow();
        assertThat(groups.unusable()).isEmpty();
        assertThat(control("")).isEqualTo("+io");
        assertThat(control("user.slice")).isEqualTo("+io");
        assertThat(control("user.slice/session-1.scope")).isEqualTo("cpu memory\n");

        assertThat(limited(groups, "user.slice/twohop-42").resolve("io.max")).hasContent("254:0 wbps=1000");
        assertThat(groups.back()).isEqualTo(mounts.resolve("user.slice/session-1.scope"));
    }

    @Test
    void shouldUseTheSecondVersionBesideTheFirst() throws Exception {
        group("unified", "io hugetlb");

        assertThat(DiskGroups.find(mounts, own("3:cpuset:/a", "0::/"))
                        .orElseThrow()
                        .group(1))
                .isEqualTo(mounts.resolve("unified/twohop-1"));
    }

    @Test
    void shouldFindNothingWhereNeitherHasTheController() throws Exception {
        group("", "cpu memory");
        group("unified", "");

        assertThat(DiskGroups.find(mounts, own("0::/"))).isEmpty();
    }
}
