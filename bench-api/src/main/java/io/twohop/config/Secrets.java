package io.twohop.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes secrets from results, reports and messages, by the names of keys and the form of values. It hides rather too
 * much than too little, but cannot guarantee completeness.
 */
public final class Secrets {
    public static final String REDACTED = "<redacted>";

    private static final List<String> NAMES = List.of(
            "password",
            "passwd",
            "passphrase",
            "secret",
            "token",
            "credential",
            "pwd",
            "userinfo",
            "creds",
            "jaas",
            "apikey",
            "privatekey",
            "accesskey",
            "keystorekey",
            "authorization",
            "jwt");
    private static final Pattern KEY = Pattern.compile("(?:.*[._-])?n?key", Pattern.DOTALL);

    /** Keys of a workload that say what the keys of messages are. */
    private static final Pattern MESSAGE_KEY =
            Pattern.compile("(?:.*\\.)?service\\.(?:correlate\\.)?key", Pattern.DOTALL);

    private static final Pattern WHOLE =
            Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY|LoginModule\\s", Pattern.DOTALL);
    private static final Pattern USER = Pattern.compile("(://)[^\\s/?#]*@");
    private static final Pattern USER_WITH_SLASH = Pattern.compile("(://)(?!<redacted>@)[^\\s,:@]*:[^\\s,@]*@");
    private static final String SECRET_NAME =
            "(?:password|passwd|pwd|user[-_.]?info|passphrase|secret|token|credential|api[-_.]?key|private[-_.]?key|access[-_.]?key)"
                    + "[\\w.-]*\\s*=\\s*";
    private static final Pattern ASSIGNMENT =
            Pattern.compile("(?i)(" + SECRET_NAME + ")(\"[^\"]*\"|'[^']*'|[^\\s;&,\"']+)");

    /** Minimum length of a hidden value: shorter ones would occur in any text. */
    private static final int LEAST_LENGTH = 4;

    /** Lines of hidden values and their quoted parts, the longest first: a shorter one may be a part of it. */
    private static final Set<String> HIDDEN = new ConcurrentSkipListSet<>(
            Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    /** Parts of hidden values between quotes or backslashes, which a parser that ends early takes for words. */
    private static final Set<String> HIDDEN_WORDS = ConcurrentHashMap.newKeySet();

    private static final Pattern WORD = Pattern.compile("[\\w$.-]{" + LEAST_LENGTH + ",}");
    private static final Pattern ENDS_EARLY = Pattern.compile("[\"'\\\\\\p{Cntrl}]");

    private static final Pattern JAAS = Pattern.compile("LoginModule\\s");

    /** A secret option of a JAAS configuration; {@code user_NAME} is the password of a server's user. */
    private static final Pattern OPTION = Pattern.compile(
            "(?i)(?:" + SECRET_NAME + "|\\buser_\\w+\\s*=\\s*)(\"(?:\\\\.|[^\"\\\\])*\"|'[^']*'|[^\\s;\"']+)",
            Pattern.DOTALL);

    private static final Pattern QUOTES = Pattern.compile("^[\"']|[\"']$");

    private static final String CERTIFICATE = "-----BEGIN CERTIFICATE-----";
    private static final String PRIVATE_KEY = "PRIVATE KEY-----";
    private static final Pattern PEM_LINE = Pattern.compile("-----(?:BEGIN|END) .*-----");

    private Secrets() {}

    /**
     * Treats a value that this process has looked up or made as a secret from now on, wherever it stands. Certificates are none; of a
     * JAAS configuration, only the values of secret options are.
     */
    public static void hide(String value) {
        if (JAAS.matcher(value).find()) {
            OPTION.matcher(value)
                    .results()
                    .map(option -> QUOTES.matcher(option.group(1)).replaceAll(""))
                    .forEach(Secrets::hideLines);
        } else if (!value.contains(CERTIFICATE) || value.contains(PRIVATE_KEY)) {
            hideLines(value);
        }
    }

    private static void hideLines(String value) {
        value.lines()
                .map(String::strip)
                .filter(line -> line.length() >= LEAST_LENGTH)
                .filter(line -> !PEM_LINE.matcher(line).matches())
                .forEach(line -> {
                    HIDDEN.add(line);
                    if (ENDS_EARLY.matcher(line).find()) {
                        ENDS_EARLY
                                .splitAsStream(line)
                                .filter(part -> part.length() >= LEAST_LENGTH)
                                .forEach(HIDDEN::add);
                        WORD.matcher(line).results().map(MatchResult::group).forEach(HIDDEN_WORDS::add);
                    }
                });
    }

    /**
     * A copy in which the values of keys that {@linkplain #isSecret name a secret} are replaced as a whole, and all
     * other texts are treated by {@link #redact(String)}. The argument is not changed.
     */
    public static JsonNode redact(JsonNode tree) {
        return redact(tree, key -> false);
    }

    /**
     * Redacts as {@link #redact(JsonNode)}, and also hides the texts and lists of further keys.
     *
     * @param hides whether a key, dotted from the root, is one of them
     */
    public static JsonNode redact(JsonNode tree, Predicate<String> hides) {
        return redact(tree, "", hides);
    }

    private static JsonNode redact(JsonNode tree, String path, Predicate<String> hides) {
        if (tree.isObject()) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            tree.properties().forEach(entry -> {
                String key = entry.getKey();
                copy.set(key, redact(key, entry.getValue(), path.isEmpty() ? key : path + "." + key, hides));
            });
            return copy;
        }
        if (tree.isArray()) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            tree.forEach(item -> copy.add(redact(item, path, hides)));
            return copy;
        }
        return tree.isTextual() ? TextNode.valueOf(redact(tree.textValue())) : tree.deepCopy();
    }

    /**
     * Returns a text without the {@code user:password@} of URLs, the values of {@code password=...} and similar keys,
     * and values resolved from {@code ${env:...}} and {@code ${file:...}}; a private key or a JAAS login module is replaced
     * as a whole.
     *
     * @param text null stays null
     */
    public static String redact(String text) {
        if (text == null) {
            return null;
        }
        if (WHOLE.matcher(text).find()) {
            return REDACTED;
        }
        String withoutUsers = USER.matcher(withoutHidden(text)).replaceAll("$1" + REDACTED + "@");
        String withoutAny = USER_WITH_SLASH.matcher(withoutUsers).replaceAll("$1" + REDACTED + "@");
        return ASSIGNMENT.matcher(withoutAny).replaceAll("$1" + REDACTED);
    }

    private static String withoutHidden(String text) {
        String without = text;
        for (String value : HIDDEN) {
            without = without.replace(value, REDACTED);
        }
        return HIDDEN_WORDS.isEmpty()
                ? without
                : WORD.matcher(without)
                        .replaceAll(word -> HIDDEN_WORDS.contains(word.group())
                                ? REDACTED
                                : Matcher.quoteReplacement(word.group()));
    }

    /** Whether a key of this name, which may be dotted, holds a secret: {@code ssl.key.password}. */
    public static boolean isSecret(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        String letters = lower.replaceAll("[^a-z0-9]", "");
        return KEY.matcher(lower).matches() || NAMES.stream().anyMatch(letters::contains);
    }

    private static JsonNode redact(String key, JsonNode value, String path, Predicate<String> hides) {
        boolean refers = value.isTextual() && References.isIn(value.textValue());
        boolean secret = isSecret(key) && !MESSAGE_KEY.matcher(path).matches() || !value.isObject() && hides.test(path);
        return secret && !value.isNull() && !refers ? TextNode.valueOf(REDACTED) : redact(value, path, hides);
    }
}
