package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.twohop.config.Secrets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes personal data out of a result's texts: directories of absolute paths, addresses that are not loopback, and users. It
 * knows them by their form and by the names of keys, so a host name inside a sentence stays. Secrets go in any case.
 */
final class Privacy {
    /** The longest text that a site keeps. Longer ones are cut, since a result of unknown origin may have any length. */
    static final int LONGEST = 20_000;

    private static final String CUT = " ... (cut)";
    private static final Set<String> USERS = Set.of("user", "username", "login", "owner");
    private static final Set<String> HOSTS =
            Set.of("host", "hosts", "server", "servers", "url", "urls", "brokers", "address", "addresses", "endpoint");
    private static final String NAME = "[\\w.+@%-]+";
    private static final Pattern HOME = Pattern.compile("(?<![\\w.])(?:/home|/Users|[A-Za-z]:\\\\Users)[/\\\\]" + NAME);
    private static final Pattern PATH = Pattern.compile(
            "(?<![\\w./<-])(?:(?:~|[A-Za-z]:)(?:[/\\\\]" + NAME + ")*|(?:[/\\\\]" + NAME + ")+)[/\\\\](" + NAME + ")");
    private static final Pattern FILE_URL = Pattern.compile("file:/+(?:[^\\s/'\"]+/)*");
    private static final Pattern URL = Pattern.compile("(\\w[\\w+.-]*://)([^\\s/:,'\"]+)");
    private static final Pattern IPV4 =
            Pattern.compile("(?<![\\w.])(?!127\\.|0\\.0\\.0\\.0)\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\w.]\\d)");
    private static final Pattern IPV6 = Pattern.compile(
            "(?<![\\w:])(?!(?:0*:)*:?0*1(?![\\w:]))(?:[0-9a-fA-F]{1,4}:){2,7}:?(?:[0-9a-fA-F]{1,4}:)*[0-9a-fA-F]{1,4}(?![\\w:])");
    private static final Pattern HOST_PORT =
            Pattern.compile("(?<![\\w./:-])([A-Za-z][\\w-]*(?:\\.[\\w-]+)*)(:\\d{2,5})(?![\\w.:])");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(?:\\.\\d{1,3}){3}|\\[?::1]?|0\\.0\\.0\\.0");

    /** Texts seen before: those of a thousand nights are the same. */
    private static final int MOST_KNOWN = 5_000;

    private static final int LONGEST_KNOWN = 4_000;

    private final boolean keepsAll;
    private final Map<String, String> known = new ConcurrentHashMap<>();

    /** @param keepsAll whether personal data stay */
    Privacy(boolean keepsAll) {
        this.keepsAll = keepsAll;
    }

    /** Returns a text without personal data, at most {@link #LONGEST} characters long; null stays null. */
    String text(String text) {
        if (text == null) {
            return null;
        }
        if (text.length() > LONGEST_KNOWN) {
            return without(text);
        }
        if (known.size() > MOST_KNOWN) {
            known.clear();
        }
        return known.computeIfAbsent(text, this::without);
    }

    private String without(String text) {
        String shown = Secrets.redact(text.length() > LONGEST ? text.substring(0, LONGEST) + CUT : text);
        if (keepsAll) {
            return shown;
        }
        String named = FILE_URL.matcher(shown).replaceAll(".../");
        named = URL.matcher(named)
                .replaceAll(url -> isLoopback(url.group(2))
                        ? Matcher.quoteReplacement(url.group())
                        : Matcher.quoteReplacement(url.group(1)) + "HOST");
        named = HOME.matcher(named).replaceAll("~");
        named = PATH.matcher(named).replaceAll(path -> ".../" + Matcher.quoteReplacement(path.group(1)));
        named = IPV4.matcher(named).replaceAll("HOST");
        named = IPV6.matcher(named).replaceAll("HOST");
        return HOST_PORT
                .matcher(named)
                .replaceAll(host ->
                        isLoopback(host.group(1)) ? Matcher.quoteReplacement(host.group()) : "HOST" + host.group(2));
    }

    private static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
    }

    /** Returns a tree without personal data and secrets. */
    JsonNode tree(JsonNode tree) {
        return tree("", Secrets.redact(tree));
    }

    private JsonNode tree(String key, JsonNode tree) {
        if (tree.isObject()) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            tree.properties().forEach(entry -> copy.set(text(entry.getKey()), tree(entry.getKey(), entry.getValue())));
            return copy;
        }
        if (tree.isArray()) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            tree.forEach(item -> copy.add(tree(key, item)));
            return copy;
        }
        return tree.isTextual() ? TextNode.valueOf(value(key, tree.textValue())) : tree.deepCopy();
    }

    /** Returns the value of a key, which may say that it is a host or a user; keys may be dotted. */
    String value(String key, String value) {
        if (!keepsAll) {
            String last = key.substring(key.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
            if (USERS.contains(last)) {
                return "USER";
            }
            if (HOSTS.contains(last)) {
                return hosts(text(value));
            }
        }
        return text(value);
    }

    /** A list of hosts keeps its length and ports. */
    private static String hosts(String value) {
        String[] hosts = value.split(",", -1);
        for (int i = 0; i < hosts.length; i++) {
            String host = hosts[i].strip();
            boolean isName = host.matches("[A-Za-z0-9][\\w.-]*") && !isLoopback(host) && host.matches(".*[A-Za-z].*");
            hosts[i] = isName ? "HOST" : host;
        }
        return String.join(",", hosts);
    }
}
