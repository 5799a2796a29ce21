package io.twohop.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/** Writes block-style YAML that {@link YamlReader} reads back as the same tree. */
final class YamlWriter {
    private static final int MAX_KEY_CHARS = 1000;

    private YamlWriter() {}

    static String write(JsonNode tree) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setSplitLines(false);
        options.setMaxSimpleKeyLength(MAX_KEY_CHARS);
        Yaml yaml = new Yaml(
                new SafeConstructor(new LoaderOptions()), new TextRepresenter(options), options, new PlainResolver());
        return yaml.dump(plain(tree));
    }

    private static Object plain(JsonNode node) {
        if (node.isObject()) {
            Map<String, Object> map = new LinkedHashMap<>();
            node.properties().forEach(property -> map.put(property.getKey(), plain(property.getValue())));
            return map;
        }
        if (node.isArray()) {
            List<Object> list = new ArrayList<>();
            node.forEach(item -> list.add(plain(item)));
            return list;
        }
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        return node.isNull() ? null : node.asText();
    }

    /** Writes texts as short as possible; those with control characters or line breaks are escaped. */
    private static final class TextRepresenter extends Representer {
        private static final Pattern ESCAPED = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029\\ufeff]");

        TextRepresenter(DumperOptions options) {
            super(options);
            representers.put(String.class, data -> text((String) data));
        }

        private Node text(String text) {
            boolean escaped = ESCAPED.matcher(text).find();
            return representScalar(Tag.STR, text, escaped ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.PLAIN);
        }
    }

    /** Treats as more than text only what {@link YamlReader} recognises, so that 50, 1:30 and yes need no quotes. */
    private static final class PlainResolver extends Resolver {
        @Override
        protected void addImplicitResolvers() {
            addImplicitResolver(Tag.BOOL, Pattern.compile("true|false"), "tf");
            addImplicitResolver(Tag.NULL, Pattern.compile("~|null"), "~n");
            addImplicitResolver(Tag.NULL, Pattern.compile(""), null);
        }
    }
}
