package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The address that released poms name: once in each pom without a parent, and never a placeholder. */
class PublicAddressTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));
    private static final Pattern PROPERTY = Pattern.compile("<twohop.repository>(.*)</twohop.repository>");
    private static final Pattern RULE =
            Pattern.compile("<property>twohop.repository</property>\\s*<regex>(.*)</regex>");

    private static String pom(String file) throws IOException {
        return Files.readString(HOME.resolve(file));
    }

    /** Returns all values of an element, of which each pom has one. */
    private static List<String> values(Pattern element, String pom) throws IOException {
        return element.matcher(pom(pom)).results().map(found -> found.group(1)).toList();
    }

    @Test
    void shouldBeTheSameInBothPoms() throws Exception {
        assertThat(values(PROPERTY, "bench-bom/pom.xml")).hasSize(1).isEqualTo(values(PROPERTY, "pom.xml"));
        for (String file : List.of("pom.xml", "bench-bom/pom.xml")) {
            assertThat(pom(file).replaceFirst(PROPERTY.pattern(), ""))
                    .doesNotContain("https://github.com/OWNER")
                    .contains("<url>https://github.com/${twohop.repository}</url>");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pom.xml", "bench-bom/pom.xml"})
    void shouldNotBeAPlaceholderInARelease(String file) throws Exception {
        String sign = pom(file).substring(pom(file).indexOf("<id>sign</id>"));
        Matcher rule = RULE.matcher(sign);

        assertThat(rule.find()).isTrue();
        assertThat("OWNER/twohop").doesNotMatch(rule.group(1));
        assertThat("acme/twohop").matches(rule.group(1));
    }
}
