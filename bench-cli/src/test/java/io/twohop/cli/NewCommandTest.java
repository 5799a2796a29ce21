package io.twohop.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class NewCommandTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x --build mavn | --build: mavn (expected: maven or gradle; did you mean 'maven'?)",
                "x --package 3x | --package: 3x (expected: a package's name",
                "x --package a.class | --package: a.class (expected: a package's name",
                "x --transport loopback.yml | did you mean 'loopback.yaml'?)",
                "x*y | x*y (expected: a directory whose name is of letters",
                "full | full (expected: a directory that is not there, or empty)",
                "full/file | full/file (expected: a directory that is not there, or empty)",
                "full/file/x | full/file/x (expected: a directory that can be written;",
            })
    void shouldRefuseAndWriteNothing(String arguments, String expected) throws Exception {
        Path kept = Files.writeString(
                Files.createDirectory(directory.resolve("full")).resolve("file"), "mine");
        CommandLine line = new CommandLine(new NewCommand());
        line.parseArgs((directory + "/" + arguments).split(" "));
        NewCommand command = line.getCommand();

        assertThatThrownBy(command::call).isInstanceOf(ConfigException.class).hasMessageContaining(expected);

        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile)).containsExactly(kept);
        }
    }
}
