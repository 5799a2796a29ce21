package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that shortened commands of the docs still measure the same thing. */
class BriefCommandTest {
    private static List<String> distinct(String... commands) {
        return BriefCommand.distinct(Stream.of(commands).map(BriefCommand::of).toList()).stream()
                .map(BriefCommand::text)
                .toList();
    }

    private static List<String> few(String... commands) {
        return BriefCommand.few(Stream.of(commands).map(BriefCommand::of).toList()).stream()
                .map(BriefCommand::text)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            -Dworkload=500kps.yaml '-Drate=[10k,500k]' x.yaml     | '-Drate=300'
            -Dworkload=500kps.yaml -Dduration=5m x.yaml           | '-Dduration=1s'
            -Dworkload=topics.yaml -Dtopics='[1,1000]' x.yaml     | '-Dtopics=100'
            -Dworkload=100kps.yaml -Dforks=10 x.yaml              | '-Dforks=2'
            -Dworkload=100kps.yaml -Didle=spin x.yaml             | '-Didle=spin'
            -Dworkload=100kps.yaml --prometheus :9464 x.yaml      | --prometheus :0 x.yaml
            -Dworkload=100kps.yaml -Dtransport.path=/tmp x.yaml   | '-Dtransport.path=/tmp'
            -Dworkload=100kps.yaml -Djfr=$jfr x.yaml; done        | -Djfr=$jfr
            """)
    void shouldBeAsShortAsItCanBe(String command, String part) {
        assertThat(BriefCommand.of("./bench " + command).text())
                .startsWith("./bench '-D")
                .contains(part);
    }

    @Test
    void shouldLeaveOutWhatIsMeasuredAlready() {
        assertThat(distinct(
                        "./bench -Dworkload=100kps.yaml chronicle.yaml",
                        "./bench -Dworkload=500kps.yaml -Dduration=5m chronicle.yaml",
                        "./bench -Dworkload=side-by-side.yaml chronicle.yaml nats.yaml"))
                .satisfiesExactly(
                        first -> assertThat(first).endsWith(" chronicle.yaml"),
                        second -> assertThat(second).contains("side-by-side").endsWith("' nats.yaml"));
    }

    @Test
    void shouldTakeTurnsWhereTwoTransportsAreLeft() {
        assertThat(distinct(
                        "./bench -Dworkload=100kps.yaml '-Drate=[1k,10k]' --interleave a.yaml",
                        "./bench -Dworkload=25kps.yaml --interleave b.yaml c.yaml",
                        "./bench -Dworkload=500kps.yaml --interleave c.yaml d.yaml"))
                .satisfiesExactly(
                        rates -> assertThat(rates).endsWith("' a.yaml"),
                        two -> assertThat(two).endsWith("' --interleave b.yaml c.yaml"),
                        rest -> assertThat(rest).endsWith("' d.yaml"));
    }

    @Test
    void shouldMeasureEachTransportButNotInEveryWay() {
        assertThat(few(
                        "./bench -Dworkload=soak.yaml a.yaml b.yaml c.yaml d.yaml",
                        "./bench -Dworkload=heap.yaml d.yaml c.yaml b.yaml",
                        "./bench -Dworkload=heap.yaml --duet b.yaml c.yaml",
                        "./bench -Dworkload=100kps.yaml c.yaml"))
                .satisfiesExactly(
                        soak -> assertThat(soak).endsWith("' a.yaml d.yaml"),
                        heap -> assertThat(heap).endsWith("' b.yaml"),
                        pair -> assertThat(pair).endsWith(" b.yaml c.yaml"),
                        plain -> assertThat(plain).endsWith("' c.yaml"));
    }

    @Test
    void shouldLeaveOutWhatHasNothingNew() {
        assertThat(BriefCommand.varied(Stream.of(
                                "./bench -Dworkload=100kps.yaml -Dcodec=wire nats.yaml",
                                "./bench -Dworkload=25kps.yaml -Dsize=32 chronicle.yaml",
                                "./bench -Dworkload=500kps.yaml -Dcodec=wire -Dsize=1KiB chronicle.yaml",
                                "./bench -Dworkload=500kps.yaml -Dcodec=json chronicle.yaml",
                                "./bench -Dworkload=500kps.yaml --live chronicle.yaml")
                        .map(BriefCommand::of)
                        .toList()))
                .extracting(BriefCommand::text)
                .satisfiesExactly(
                        wire -> assertThat(wire).endsWith(" nats.yaml"),
                        sized -> assertThat(sized).contains("-Dsize=32"),
                        json -> assertThat(json).contains("-Dcodec=json"),
                        live -> assertThat(live).contains("--live"));
    }

    @ParameterizedTest
    @CsvSource({
        "-Dworkload=100kps.yaml -Dcodec=json nats.yaml",
        "-Dworkload=100kps.yaml --verbose nats.yaml",
        "-Dworkload=heap.yaml nats.yaml",
        "-Dworkload=100kps.yaml chronicle.yaml"
    })
    void shouldMeasureWhateverDiffers(String command) {
        assertThat(distinct("./bench -Dworkload=100kps.yaml nats.yaml", "./bench " + command))
                .hasSize(2);
    }
}
