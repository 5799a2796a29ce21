package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.Rate;
import io.twohop.config.YamlDocument;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverridesTest {
    private final YamlDocument document =
            YamlDocument.parse("x.yaml", "rate: 1k\nduration: 1s\narrivals: constant\njvm:\n  heap: 1g\n");

    @Test
    void shouldReplaceTheValueAndKeepTheOthersWhenAKeyIsOverridden() {
        Workload workload = Workload.read(document.with("rate", "50k", "-Drate=50k"));

        assertThat(workload.rates()).containsExactly(new Rate(50_000));
        assertThat(workload.duration()).isEqualTo(Duration.ofSeconds(1));
        assertThat(Workload.read(document).rates()).containsExactly(new Rate(1_000));
    }

    @Test
    void shouldTakeAListOrMappingWhenWrittenAsFlow() {
        Workload workload = Workload.read(document.with("rate", "[1k, 2k]", "-Drate=[1k, 2k]")
                .with("arrivals", "{kind: burst, burst: 10}", "-Darrivals={kind: burst, burst: 10}"));

        assertThat(workload.rates()).containsExactly(new Rate(1_000), new Rate(2_000));
        assertThat(workload.arrivals()).isEqualTo(Arrivals.burst(10));
    }

    @Test
    void shouldReachIntoMappingsWhenTheKeyIsDotted() {
        YamlDocument changed = document.with("jvm.heap", "2g", "-Djvm.heap=2g").with("jvm.gc", "zgc", "-Djvm.gc=zgc");

        assertThat(Workload.read(changed).get(Keys.JVM)).isEqualTo(new JvmOptions("2g", JvmOptions.Gc.ZGC, List.of()));
    }

    @Test
    void shouldMakeTheMappingWhenADottedKeyHasNone() {
        YamlDocument changed = YamlDocument.parse("x", "rate: 1\nduration: 1s")
                .with("arrivals.kind", "poisson", "-Darrivals.kind=poisson")
                .with("arrivals.seed", "7", "-Darrivals.seed=7");

        assertThat(Workload.read(changed).arrivals()).isEqualTo(Arrivals.poisson(7));
    }

    @Test
    void shouldTakeTextAsItIsWhenItOnlyLooksLikeYaml() {
        YamlDocument changed = document.with("description", "a: b # c, *d", "-Ddescription=...");

        assertThat(changed.text("description")).contains("a: b # c, *d");
    }

    @Test
    void shouldKeepAKeyWithDotsWhenItExists() {
        YamlDocument changed = YamlDocument.parse("x", "properties: {linger.ms: 5, linger: 1}")
                .with("properties.linger.ms", "0", "-Dproperties.linger.ms=0");

        assertThat(changed.toTree().toString()).isEqualTo("{\"properties\":{\"linger.ms\":\"0\",\"linger\":\"1\"}}");
    }

    @Test
    void shouldSetAKeyWithDotsBesideOneThatItBeginsWith() {
        YamlDocument changed = YamlDocument.parse("x", "{rate: 1M, duration: 1s, slo: {endToEnd.p99: 1ms}}")
                .with("slo.endToEnd.p99", "2ms", "-Dslo.endToEnd.p99=2ms")
                .with("slo.endToEnd.p99.9", "3ms", "-Dslo.endToEnd.p99.9=3ms");

        assertThat(Workload.read(changed).get(Keys.SLO))
                .containsOnly(Map.entry("endToEnd.p99", "2ms"), Map.entry("endToEnd.p99.9", "3ms"));
    }

    @Test
    void shouldNameTheOverrideAsThePositionWhenItsValueIsBad() {
        assertThatThrownBy(() -> Workload.read(document.with("rate", "fast", "-Drate=fast")))
                .hasMessage("-Drate=fast: rate: fast (expected: a rate above 0, such as 500k)");
        assertThatThrownBy(() -> Workload.read(document.with("rate", "[1k, -2]", "-Drate=[1k, -2]")))
                .hasMessage("-Drate=[1k, -2]: rate[1]: -2 (expected: a rate above 0, such as 500k)");
        assertThatThrownBy(() -> Workload.read(document.with("rate", "", "-Drate=")))
                .hasMessage("-Drate=: rate: missing (expected: a rate above 0, such as 500k)");
        assertThatThrownBy(() -> Workload.read(document.with("jvm.heap", "1m", "-Djvm.heap=1m")))
                .hasMessageStartingWith("-Djvm.heap=1m: jvm.heap: 1m (expected: ");
    }

    @Test
    void shouldNameTheOverrideAndSuggestWhenItsKeyIsUnknown() {
        assertThatThrownBy(() -> Workload.read(document.with("wramup", "1s", "-Dwramup=1s")))
                .hasMessageStartingWith("-Dwramup=1s: wramup: unknown key (expected: one of affinity, arrivals, ")
                .hasMessageEndingWith("; did you mean 'warmup'?)");
        assertThatThrownBy(() -> Workload.read(document.with("jvm.haep", "1g", "-Djvm.haep=1g")))
                .hasMessage("-Djvm.haep=1g: jvm.haep: unknown key (expected: one of flags, gc, heap;"
                        + " did you mean 'heap'?)");
    }

    @Test
    void shouldRefuseTheOverrideWhenItIsNotYaml() {
        assertThatThrownBy(() -> document.with("rate", "[1k", "-Drate=[1k"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("-Drate=[1k: YAML: ");
        assertThatThrownBy(() -> document.with("rate", "[1k] x", "-Drate=..."))
                .hasMessageStartingWith("-Drate=...: YAML: ");
        assertThatThrownBy(() -> document.with("rate", "[1k, *a]", "-Drate=..."))
                .hasMessageStartingWith("-Drate=...: alias: *a");
        assertThatThrownBy(() -> document.with("jvm.", "1", "-Djvm.=1"))
                .hasMessageStartingWith("-Djvm.=1: override: jvm. (expected: a key such as rate or jvm.heap)");
    }

    @Test
    void shouldRefuseTheOverrideWhenItReachesIntoAText() {
        assertThatThrownBy(() -> document.with("arrivals.seed", "3", "-Darrivals.seed=3"))
                .hasMessage("-Darrivals.seed=3: arrivals.seed: 3 (expected: a key of a mapping, but 'arrivals' is"
                        + " constant; give 'arrivals' whole)");
    }

    @Test
    void shouldHideASecretWhenItIsInTheOrigin() {
        YamlDocument changed = document.with("my.password", "hunter2", "-Dmy.password=hunter2");

        assertThatThrownBy(() -> Workload.read(changed))
                .hasMessageStartingWith("-Dmy.password=<redacted>: my: unknown key")
                .hasMessageNotContaining("hunter2");
    }
}
