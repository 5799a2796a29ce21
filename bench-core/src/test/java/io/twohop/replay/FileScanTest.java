package io.twohop.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.zstd.ZstdOutputStream;
import io.twohop.config.ConfigException;
import io.twohop.workload.ArrivalFile;
import io.twohop.workload.CsvForm;
import io.twohop.workload.TimeFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileScanTest {
    private static final String ROWS =
            "price,ts\n1,1767623400000000\n\"2,\n\"\"3\"\"\",1767623400000001\r\n\n4,1767623401000000";

    @TempDir
    Path directory;

    private final List<Long> lines = new ArrayList<>();
    private final List<Long> offsets = new ArrayList<>();

    private FileScan scan(Path file, String column, TimeFormat unit, String producer) {
        ArrivalFile arrivals = new ArrivalFile(
                file.toString(), column, unit, producer, null, null, null, 1.0, false, null, CsvForm.DEFAULT, null);
        return FileScan.of(arrivals, (offset, line) -> {
            offsets.add(offset);
            lines.add(line);
        });
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(directory.resolve("ticks.csv"), bytes);
    }

    private Path file(String text) throws IOException {
        return file(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldFindWhatAFileHolds() throws IOException {
        FileScan scan = scan(file(ROWS), "ts", TimeFormat.AUTO, null);

        assertThat(scan.rows()).isEqualTo(3);
        assertThat(scan.format()).isEqualTo(TimeFormat.US);
        assertThat(scan.spanNanos()).isEqualTo(1_000_000_000);
        assertThat(scan.bytes()).isEqualTo(ROWS.length());
        assertThat(scan.lengthNanos(2)).isEqualTo(750_000_000);
        assertThat(offsets).containsExactly(0L, 1_000L, 1_000_000_000L);
        // One in quotes goes over two lines, and one is empty.
        assertThat(lines).containsExactly(2L, 3L, 6L);
    }

    @Test
    void shouldFindSizesAndKeys() throws IOException {
        FileScan scan = besides("ts,size,key\n1,10,b\n2,21,a\n3,30,b\n");

        assertThat(scan.sizes()).contains(new FileScan.Sizes(10, 21, 30));
        assertThat(scan.keys().orElseThrow().count()).isEqualTo(2);
        assertThat(scan.keys().orElseThrow().topShare()).isEqualTo(2 / 3.0);
        assertThat(scan(file(ROWS), "ts", TimeFormat.AUTO, null).keys()).isEmpty();
    }

    private FileScan besides(String text) throws IOException {
        return FileScan.of(ArrivalFiles.beside(file(text), null), (offset, line) -> {});
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1,0,a        | 2: size: 0 (expected: a payload's size in bytes, 1 to 67,108,864)
            1,67108865,a | 2: size: 67108865 (expected: a payload's size in bytes, 1 to 67,108,864)
            1,-5,a       | 2: size: -5 (expected: a payload's size in bytes
            1,,a         | 2: size: missing (expected: a payload's size in bytes
            1,5,         | 2: key: missing (expected: a key of 1 to 64 bytes in each row)
            1,5,""       | 2: key: missing (expected: a key of 1 to 64 bytes in each row)
            1,5,ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLM | KL... (expected: a key of 1 to 64
            """)
    void shouldRefuseASizeOrKeyByItsLine(String row, String message) {
        assertThatThrownBy(() -> besides("ts,size,key\n" + row + "\n2,5,b\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "mark", "gzip", "two gzips", "zstd"})
    void shouldReadAFileHoweverItIsPacked(String how) throws IOException {
        Path file = directory.resolve("ticks");
        switch (how) {
            case "plain" -> Files.writeString(file, ROWS);
            case "mark" -> Files.writeString(file, "\ufeff" + ROWS);
            case "gzip" -> ArrivalFiles.gzip(file, ROWS);
            case "two gzips" -> {
                ArrivalFiles.gzip(file, ROWS.substring(0, 20));
                byte[] first = Files.readAllBytes(file);
                byte[] second = Files.readAllBytes(ArrivalFiles.gzip(file, ROWS.substring(20)));
                byte[] both = Arrays.copyOf(first, first.length + second.length);
                System.arraycopy(second, 0, both, first.length, second.length);
                Files.write(file, both);
            }
            default -> {
                try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(file))) {
                    out.write(ROWS.getBytes(StandardCharsets.UTF_8));
                }
            }
        }

        FileScan scan = scan(file, "ts", TimeFormat.AUTO, null);

        assertThat(offsets).containsExactly(0L, 1_000L, 1_000_000_000L);
        assertThat(scan.sha256()).isEqualTo(sha256(file));
    }

    private static String sha256(Path file) throws IOException {
        try {
            return java.util.HexFormat.of()
                    .formatHex(
                            java.security.MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                      | :1: file: empty (expected: a header line
            `ts\n`                  | :1: rows: 0 (expected: two or more
            `ts\n5\n5\n`            | :3: rows: 2 (expected: two or more, and not all at the same time)
            `time\n1\n2\n`          | :1: column: ts (expected: one of time)
            `tss,x\n1\n2\n`         | :1: column: ts (expected: one of tss, x; did you mean 'tss'?)
            `ts,ts\n1\n2\n`         | :1: column: ts twice (expected: a column of that name once)
            `a,ts\n1,1\n2\n`        | :3: row: 1 field (expected: 2, as line 1 has; fields with the separator inside
            `a,ts\n1,1\n2,2,2\n`    | :3: row: more than 2 fields (expected: 2, as line 1 has
            `a,ts\n1,1\n2,\n`       | :3: ts: missing (expected: a time in each row)
            `ts\n1\n\n3\n2\n`       | :5: ts: 1us back (expected: no earlier time than in line 4; arrivals.sortWithin: 1us sorts such rows)
            `ts\n9\n5\n7\n9\n8\n`    | :3: ts: 4us back at most, in 3 rows (expected: no earlier time than in line 2; arrivals.sortWithin: 4us
            `ts\n20000001\n1\n`     | :3: ts: 20s back (expected: no earlier time than in line 2)
            `4,1\n5,2\n`            | :1: header: 4 (expected: names of columns; of a file without a header, arrivals.header: false
            `1767623400000,42\n1767623400001,43\n` | :1: header: 1767623400000 (expected: names of columns
            `a;ts\n1;2,5\n`         | :1: separator: ',' (expected: separator: ';', which line 1 has)
            `a\tts\n1\t2\n`         | :1: separator: ',' (expected: separator: tab, which line 1 has)
            `ts\n1\nnoon\n`         | :3: ts: noon (expected: a time in us)
            `ts\n"1\n`              | :2: row: a quote without its end
            `ts\n1\n2;3\n`          | :3: ts: 2;3 (expected: a time in us)
            """)
    void shouldRefuseABadFileWithItsLine(String text, String message) throws IOException {
        Path file = file(text == null ? "" : text);

        assertThatThrownBy(() -> scan(file, "ts", TimeFormat.US, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(file + message);
    }

    private FileScan scan(Path file, String column, CsvForm form, Duration sortWithin) {
        ArrivalFile arrivals = new ArrivalFile(
                file.toString(), column, TimeFormat.US, null, null, null, null, 1.0, false, sortWithin, form, null);
        return FileScan.of(arrivals, (offset, line) -> {
            offsets.add(offset);
            lines.add(line);
        });
    }

    @Test
    void shouldCountColumnsWithoutAHeader() throws IOException {
        CsvForm form = new CsvForm(false, null);

        FileScan scan = scan(file("1,10\n2,15\n3,17\n"), "2", form, null);

        assertThat(offsets).containsExactly(0L, 5_000L, 7_000L);
        assertThat(lines).containsExactly(1L, 2L, 3L);
        assertThat(scan.column()).isEqualTo("2");
        assertThatThrownBy(() -> scan(file("1,10\n2,15\n"), "3", form, null))
                .hasMessageContaining(":1: column: 3 (expected: one of 1, 2");
    }

    @Test
    void shouldReadDecimalCommasWithAnotherSeparator() throws IOException {
        scan(file("ts;price\n1,5;2,1\n2,25;\n"), null, new CsvForm(null, ";"), null);
        scan(file("ts\tprice\n1,5\t2\n3.5\t3\n"), null, new CsvForm(null, "tab"), null);

        assertThat(offsets).containsExactly(0L, 750L, 0L, 2_000L);
        assertThatThrownBy(() -> scan(file("0,5;x\n1,5;y\n"), null, new CsvForm(null, ";"), null))
                .hasMessageContaining(":1: header: 0,5 (expected: names of columns");
        offsets.clear();
        scan(file("0,5\n1,5\n"), null, new CsvForm(false, ";"), null);
        assertThat(offsets).containsExactly(0L, 1_000L);
    }

    @Test
    void shouldSortRowsThatAreSlightlyOutOfOrder() throws IOException {
        List<Long> micros = new ArrayList<>();
        Random random = new Random(1);
        for (long i = 0; i < 5_000; i++) {
            micros.add(1_000_000 + 10 * i + random.nextLong(1_000));
        }
        Path file = file("ts\n" + micros.stream().map(Object::toString).collect(Collectors.joining("\n")) + "\n");

        scan(file, null, CsvForm.DEFAULT, Duration.ofMillis(1));

        long first = Collections.min(micros);
        assertThat(offsets)
                .isEqualTo(micros.stream()
                        .sorted()
                        .map(time -> 1_000 * (time - first))
                        .toList());
        assertThat(lines).isNotEqualTo(lines.stream().sorted().toList());
        assertThatThrownBy(() -> scan(file, null, CsvForm.DEFAULT, Duration.ofNanos(100_000)))
                .hasMessageContaining(" rows (expected: no earlier time than a row before, beyond sortWithin");
        // The remedy is enough.
        Path jump = file("ts\n100\n110\n120\n130\n140\n150\n50\n160\n");
        assertThatThrownBy(() -> scan(jump, null, CsvForm.DEFAULT, Duration.ofNanos(20_000)))
                .hasMessageContaining("ts: 100us back (expected:")
                .hasMessageContaining("arrivals.sortWithin: 100us sorts such rows");
        scan(jump, null, CsvForm.DEFAULT, Duration.ofNanos(100_000));
    }

    @Test
    void shouldReadTheOnlyFileOfAnArchive() throws IOException {
        scan(zip("day/", "__MACOSX/day/._ticks.csv", "day/ticks.csv"), "ts", TimeFormat.AUTO, null);

        assertThat(offsets).containsExactly(0L, 1_000L, 1_000_000_000L);
        Path several = zip("ticks.csv", "more.csv");
        assertThatThrownBy(() -> scan(several, "ts", TimeFormat.AUTO, null))
                .hasMessage(several
                        + ":1: file: an archive with further files: more.csv (expected: an archive of one CSV file)");
        Path none = zip("day/");
        assertThatThrownBy(() -> scan(none, "ts", TimeFormat.AUTO, null))
                .hasMessageContaining(":1: file: an archive without files");
    }

    private Path zip(String... names) throws IOException {
        Path file = directory.resolve("ticks.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String name : names) {
                out.putNextEntry(new ZipEntry(name));
                if (!name.endsWith("/")) {
                    out.write(ROWS.getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return file;
    }

    @Test
    void shouldRefuseAFieldWithoutAnEnd() throws IOException {
        Path file = file("ts,text\n1," + "x".repeat(17 << 20) + "\n2,y\n");

        assertThatThrownBy(() -> scan(file, "ts", TimeFormat.US, null))
                .hasMessage(file + ":2: row: a field without an end (expected: fields of at most 16 MiB)");
    }

    @Test
    void shouldAskForTheUnitOfTimesThatDoNotTell() throws IOException {
        Path file = file("ts\n12\n13\n");

        assertThatThrownBy(() -> scan(file, null, TimeFormat.AUTO, null))
                .hasMessage(file + ":2: ts: 12 (expected: a time since 1970, or arrivals.unit: ns, us, ms or s)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1"})
    void shouldRefuseAForeignEncoding(String charset) throws IOException {
        Path file = file("ts,pr\u00e9cio\n1,1\n2,2\n".getBytes(Charset.forName(charset)));

        assertThatThrownBy(() -> scan(file, "ts", TimeFormat.US, null))
                .hasMessageStartingWith(file + ":1: encoding: ")
                .hasMessageEndingWith("(expected: UTF-8)");
    }

    @Test
    void shouldRefuseAnEncodingOfTwoBytesWhoseHeaderWouldDo() throws IOException {
        Path file = file("ts\n1\n2\n".getBytes(StandardCharsets.UTF_16LE));

        assertThatThrownBy(() -> scan(file, "ts", TimeFormat.US, null))
                .hasMessage(file + ":1: encoding: a byte of zero (expected: UTF-8)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd", "damaged"})
    void shouldRefuseAFileThatWasCutOff(String how) throws IOException {
        StringBuilder text = new StringBuilder("ts\n");
        for (int i = 0; i < 50_000; i++) {
            text.append(i * 37L % 1_000 + i * 1_000L).append('\n');
        }
        Path file = directory.resolve("ticks");
        if (how.equals("zstd")) {
            try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(file))) {
                out.write(text.toString().getBytes(StandardCharsets.UTF_8));
            }
        } else {
            ArrivalFiles.gzip(file, text.toString());
        }
        byte[] whole = Files.readAllBytes(file);
        if (how.equals("damaged")) {
            whole[whole.length / 2] ^= 0x55;
        }
        Files.write(file, how.equals("damaged") ? whole : Arrays.copyOf(whole, whole.length * 3 / 4));

        assertThatThrownBy(() -> scan(file, "ts", TimeFormat.US, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(file + ":");
    }

    @Test
    void shouldRefuseOtherPackingAndWhatIsNotThere() throws IOException {
        Path bzip2 = file(new byte[] {'B', 'Z', 'h', '9', 0, 0, 0});

        assertThatThrownBy(() -> scan(bzip2, "ts", TimeFormat.US, null))
                .hasMessage(
                        bzip2
                                + ":1: file: packed in another way (expected: a CSV file, plain or packed by gzip, zstd or zip)");
        assertThatThrownBy(() -> scan(directory.resolve("none"), "ts", TimeFormat.US, null))
                .hasMessageStartingWith("arrivals.file: " + directory.resolve("none"));
    }

    @Test
    void shouldRefuseAProducerThatIsNoNumber() throws IOException {
        Path file = file("ts,feed\n1,0\n2,NYSE\n");

        assertThatThrownBy(() -> scan(file, "ts", TimeFormat.US, "feed"))
                .hasMessage(file + ":3: feed: NYSE (expected: a producer's number, from 0)");
    }
}
