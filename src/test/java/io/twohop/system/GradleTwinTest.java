package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Compares each example's Gradle build with its Maven build, which CI runs: project, dependencies, versions and Java. */
class GradleTwinTest {
    private static final Path EXAMPLES = Path.of(System.getProperty("twohop.home"), "examples");
    private static final String LAUNCHER = "testRuntimeOnly org.junit.platform:junit-platform-launcher";
    private static final Pattern DEPENDENCY = Pattern.compile("(?m)^    (\\w+)\\((?:platform\\()?\"([^\"]+)\"\\)+$");

    static Stream<Path> examples() throws Exception {
        try (Stream<Path> directories = Files.list(EXAMPLES)) {
            return directories.filter(Files::isDirectory).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void shouldBeTheSameProject(Path example) throws Exception {
        Document pom = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(example.resolve("pom.xml").toFile());
        String gradle = Files.readString(example.resolve("build.gradle.kts"));

        assertThat(example.resolve("settings.gradle.kts"))
                .hasContent("rootProject.name = \"" + text(pom.getDocumentElement(), "artifactId") + "\"");
        assertThat(gradle)
                .contains("group = \"" + text(pom.getDocumentElement(), "groupId") + "\"")
                .contains("options.release = " + property(pom, "${maven.compiler.release}"))
                // That would look for exactly this JDK, where Maven takes any newer one.
                .doesNotContain("toolchain")
                .contains("useJUnitPlatform()");
        assertThat(ofGradle(gradle)).isEqualTo(ofMaven(pom));
        // Maven takes Spring Boot's versions from a parent, Gradle from a plugin.
        NodeList parents = pom.getElementsByTagName("parent");
        for (int i = 0; i < parents.getLength(); i++) {
            assertThat(gradle).contains("version \"" + text((Element) parents.item(i), "version") + '"');
        }
    }

    private static SortedSet<String> ofGradle(String build) {
        SortedSet<String> dependencies = new TreeSet<>();
        Matcher matcher = DEPENDENCY.matcher(build);
        while (matcher.find()) {
            dependencies.add(matcher.group(1) + " " + matcher.group(2));
        }
        return dependencies;
    }

    private static SortedSet<String> ofMaven(Document pom) {
        SortedSet<String> dependencies = new TreeSet<>();
        NodeList all = pom.getElementsByTagName("dependency");
        for (int i = 0; i < all.getLength(); i++) {
            Element dependency = (Element) all.item(i);
            String version = property(pom, text(dependency, "version"));
            dependencies.add(("test".equals(text(dependency, "scope")) ? "testImplementation " : "implementation ")
                    + text(dependency, "groupId") + ":" + text(dependency, "artifactId")
                    + (version == null ? "" : ":" + version));
        }
        // Surefire brings it by itself.
        dependencies.add(LAUNCHER);
        return dependencies;
    }

    private static String property(Document pom, String text) {
        if (text == null || !text.startsWith("${")) {
            return text;
        }
        return pom.getElementsByTagName(text.substring(2, text.length() - 1))
                .item(0)
                .getTextContent();
    }

    private static String text(Element parent, String name) {
        for (int i = 0; i < parent.getChildNodes().getLength(); i++) {
            if (parent.getChildNodes().item(i) instanceof Element child
                    && child.getTagName().equals(name)) {
                return child.getTextContent();
            }
        }
        return null;
    }
}
