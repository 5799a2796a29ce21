package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** The Java code of a page: each block is a whole source file with its imports, so that a reader can copy it. */
final class DocClasses {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /** A page in a list indents its blocks, and the page's own indentation is no part of a file. */
    private static final Pattern TYPE =
            Pattern.compile("^ {0,3}(?:\\w+ )*(?:class|record|interface|enum) (\\w+)", Pattern.MULTILINE);

    private DocClasses() {}

    /** Returns the text of a page's Java files by the name of the class, in the page's order. */
    static Map<String, String> of(Path page) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        Matcher block = BLOCK.matcher(Files.readString(page));
        while (block.find()) {
            Matcher type = TYPE.matcher(block.group(1));
            assertThat(type.find())
                    .as("a whole class: %s of %s", block.group(1), page)
                    .isTrue();
            assertThat(files.put(type.group(1), block.group(1)))
                    .as("two classes %s in %s", type.group(1), page)
                    .isNull();
        }
        return files;
    }

    /** Compiles a page's classes into a directory, with nothing but the class path of this JVM. */
    static void compile(Path page, Path classes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
        for (Map.Entry<String, String> file : of(page).entrySet()) {
            Path source = classes.resolve(file.getKey() + ".java");
            arguments.add(Files.writeString(source, file.getValue()).toString());
        }
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, errors, arguments.toArray(String[]::new));
        assertThat(status)
                .as("%s: %s", page, errors.toString(StandardCharsets.UTF_8))
                .isZero();
    }
}
