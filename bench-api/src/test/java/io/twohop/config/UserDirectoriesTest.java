package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserDirectoriesTest {
    private static final Path STATE = Path.of(".local", "state");

    private static Map<String, String> environment(String... pairs) {
        return pairs.length == 0
                ? Map.of()
                : pairs.length == 2 ? Map.of(pairs[0], pairs[1]) : Map.of(pairs[0], pairs[1], pairs[2], pairs[3]);
    }

    private static Path state(String userHome, String... variables) {
        return UserDirectories.state(environment(variables)::get, userHome).orElse(null);
    }

    @Test
    void shouldTakeTheFirstThatNamesADirectory() {
        assertThat(state("/root", "XDG_STATE_HOME", "/state", "HOME", "/home/me"))
                .isEqualTo(Path.of("/state"));
        assertThat(state("/root", "HOME", "/home/me"))
                .isEqualTo(Path.of("/home/me").resolve(STATE));
        assertThat(state("/root")).isEqualTo(Path.of("/root").resolve(STATE));
    }

    @Test
    void shouldTakeHomeForAUserWithoutAPasswdEntry() {
        assertThat(state("?", "HOME", "/data")).isEqualTo(Path.of("/data").resolve(STATE));
        assertThat(state("?")).isNull();
        assertThat(state(null)).isNull();
    }

    @Test
    void shouldGiveNewJvmsAHomeOnlyIfTheyFindNone() {
        Path other = Path.of("/run");
        assertThat(UserDirectories.homeFlag(environment()::get, "/root", other)).isEmpty();
        assertThat(UserDirectories.homeFlag(environment("HOME", "/data")::get, "?", other))
                .contains("-Duser.home=" + Path.of("/data"));
        assertThat(UserDirectories.homeFlag(environment()::get, "?", other)).contains("-Duser.home=" + other);
    }

    @Test
    void shouldIgnoreWhatIsSetToNothingOrRelative() {
        assertThat(state("?", "XDG_STATE_HOME", "", "HOME", "/data"))
                .isEqualTo(Path.of("/data").resolve(STATE));
        assertThat(state("?", "XDG_STATE_HOME", "here", "HOME", " ")).isNull();
    }
}
