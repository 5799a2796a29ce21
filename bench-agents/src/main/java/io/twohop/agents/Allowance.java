package io.twohop.agents;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.config.ConfigException;
import io.twohop.config.Secrets;
import io.twohop.config.Sections;
import io.twohop.config.ThisUser;
import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.Protocol;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import io.twohop.registry.TransportFiles;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Dimension;
import io.twohop.workload.EventOptions;
import io.twohop.workload.Fault;
import io.twohop.workload.FieldSource;
import io.twohop.workload.Scenario;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The settings that an agent's owner leaves to callers. A plan that sets more is refused before any of it is bound, looked up or started: the
 * holder of a coordinator's key could otherwise run commands, read files and reach servers as the agent's user. By default, callers set
 * sizes, rates, times, heap and collector, and name transport files that the agent has itself, with the same content. Immutable.
 */
public final class Allowance {
    /** Lets callers do whatever the agent's user may. */
    public static final Allowance ALL = new Allowance(Map.of("all", Set.of()));

    /** Lets callers set only what runs no code and reaches no file or server. */
    public static final Allowance DEFAULT = new Allowance(Map.of());

    private static final String OPTION = "--allow";
    private static final String EVERYTHING = "all";
    private static final String FLAGS = "jvm.flags";
    private static final String FILES = "files";
    private static final String VARIABLES = "env";
    private static final String CLASSES = "classes";
    private static final String SERVERS = "servers";
    private static final Set<String> OWN_WORDS = Set.of(EVERYTHING, FLAGS, FILES, VARIABLES, CLASSES, SERVERS);
    private static final Set<String> WITH_VALUE = Set.of(FILES, VARIABLES, CLASSES, SERVERS);
    private static final Set<String> WITHOUT_VALUE = Set.of(CLASSES, SERVERS);

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]*)}");
    private static final Pattern NAME = Pattern.compile("\\w[\\w.-]*");

    /** A name that only runs give: topics and directories of that name are deleted after the run. */
    private static final Pattern RUN_ID = Pattern.compile("twohop-[0-9a-z]+(?:-[\\w-]+)?");

    private static final String PORT = "(?:6553[0-5]|655[0-2]\\d|65[0-4]\\d\\d|6[0-4]\\d{3}|[1-5]?\\d{1,4})";
    private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(?:\\." + OCTET + "){3}|\\[::1]");

    /** A name, whose last label is no number: resolvers take 0x7f.1 for an IPv4 address. */
    private static final String HOST_NAME = "(?:[\\w-]+\\.)*(?!(?:\\d+|0[xX]\\p{XDigit}*)(?![\\w-]))[\\w-]+";

    /**
     * A server's address; group 1 is the host. Transports parse addresses with unlike parsers, one of which takes the end of a path for
     * a host, so this takes only what all of them read in one way.
     */
    private static final Pattern ENDPOINT = Pattern.compile("(?:(?:nats|tls|kafka)://(?:[\\w.~%!$&'()*+;=:-]+@)?)?("
            + OCTET + "(?:\\." + OCTET + "){3}|\\[[\\p{XDigit}:.]+]|" + HOST_NAME + ")(?::" + PORT + ")?");

    /** A media driver's address: an endpoint over UDP or nothing, and the driver's directory. */
    private static final Pattern DRIVER = Pattern.compile("([^@/]*)@(/[^@,:]*)");

    private static final int DIRECTORY = 2;
    private static final String SHARED_MEMORY = "/dev/shm";
    private static final String OWN_DIRECTORIES = "twohop-";

    /** A refusal names what is refused and what allows it; long values would hide that. */
    private static final int LONGEST_VALUE = 200;

    private final Map<String, Set<String>> allowed;

    /** @param allowed values by word; an empty set allows every value */
    private Allowance(Map<String, Set<String>> allowed) {
        this.allowed = allowed;
    }

    /**
     * Reads the option.
     *
     * @param words such as {@code jvm.flags}, {@code files=/data} or a key of a transport's files
     * @throws ConfigException naming a word that allows nothing
     */
    public static Allowance of(List<String> words) {
        Map<String, Set<String>> allowed = new HashMap<>();
        for (String word : words) {
            String[] pair = word.strip().split("=", 2);
            check(word, pair);
            Set<String> values = allowed.computeIfAbsent(pair[0], name -> new HashSet<>());
            if (pair.length > 1) {
                values.add(pair[1]);
            }
        }
        return new Allowance(allowed);
    }

    private static void check(String word, String[] pair) {
        boolean known = OWN_WORDS.contains(pair[0]) || transportKeys().contains(pair[0].split("\\.", 2)[0]);
        boolean form = pair.length > 1
                ? WITH_VALUE.contains(pair[0]) && !pair[1].isBlank()
                : !WITH_VALUE.contains(pair[0]) || WITHOUT_VALUE.contains(pair[0]);
        if (!known || !form) {
            throw ConfigException.invalid(
                    OPTION,
                    word,
                    "all, jvm.flags, files=DIRECTORY, env=NAME, classes, classes=NAME, servers, servers=HOST, or a key of"
                            + " transport files such as url");
        }
    }

    private static Set<String> transportKeys() {
        Set<String> keys = new TreeSet<>(TransportFile.COMMON_KEYS);
        for (TransportProvider<?> provider : Providers.transports()) {
            Sections.components(provider.configType()).stream()
                    .map(RecordComponent::getName)
                    .forEach(keys::add);
        }
        return keys;
    }

    /** The settings of a plan that are refused. */
    private static final class Refusals {
        private final List<String> settings = new ArrayList<>();
        private final Set<String> options = new LinkedHashSet<>();
        private String hint = "";

        void add(String key, Object value, String option) {
            settings.add(key + ": " + AgentInfo.shortened(Secrets.redact(String.valueOf(value)), LONGEST_VALUE));
            options.add(option);
        }

        void check() {
            if (!settings.isEmpty()) {
                throw new AgentsException("its owner does not let callers set " + String.join(", ", settings)
                        + " (expected: nothing beyond docs/AGENTS.md, Rights; allow it with: bench agent " + OPTION
                        + " "
                        + String.join(",", options) + hint + ")");
            }
        }
    }

    /**
     * Reads a plan.
     *
     * @param roles of the agent
     * @throws AgentsException naming what is refused, and the option that allows it
     */
    PartPlan read(JsonNode plan, Set<AgentRole> roles) throws IOException {
        Refusals refusals = new Refusals();
        JsonNode transport = plan.path("transport");
        // Binding the file would resolve its references.
        checkFile(Protocol.JSON.treeToValue(transport.path("document"), YamlDocument.class), refusals);
        checkServers(transport.path("server"), refusals);
        checkServers(plan.path("address"), refusals);
        check(Protocol.JSON.treeToValue(plan.path("scenario"), Scenario.class), refusals);
        refusals.check();
        PartPlan part = Protocol.JSON.treeToValue(plan, PartPlan.class);
        if (!RUN_ID.matcher(part.runId()).matches()) {
            throw ConfigException.invalid("runId", part.runId(), "twohop-, then letters, digits and dashes");
        }
        if (!roles.contains(part.seat().role())) {
            throw ConfigException.invalid("role", part.seat().role().key(), "one of the agent's roles");
        }
        return part;
    }

    private void check(Scenario scenario, Refusals refusals) {
        if (!scenario.jvm().flags().isEmpty() && !allows(FLAGS)) {
            refusals.add(FLAGS, scenario.jvm().flags(), FLAGS);
        }
        EventOptions event = scenario.payload().event();
        if (event.isOfFiles()) {
            checkPath("event.file", event.file().toString(), refusals);
            event.fields().values().stream()
                    .filter(FieldSource::isColumn)
                    .forEach(field -> checkPath("event.fields", field.file().toString(), refusals));
        } else {
            checkName("event", event.name(), refusals);
        }
        if (scenario.load().arrivals().isReplay()) {
            checkPath("arrivals.file", scenario.load().arrivals().file().path(), refusals);
        }
        checkName("service", scenario.service().name(), refusals);
        for (Fault fault : scenario.faults()) {
            if (Set.of(Fault.NETWORK, Fault.DISK).contains(fault.target())) {
                throw ConfigException.invalid("faults", fault.target(), "a service or a server of this call's agents");
            }
        }
    }

    /** Refuses keys that differ from those of the agent's own file of that name, unless they are harmless or allowed. */
    private void checkFile(YamlDocument asked, Refusals refusals) {
        Map<String, JsonNode> wanted = values(asked);
        Map<String, JsonNode> own = own(asked.name()).map(Allowance::values).orElse(Map.of());
        Set<String> keys = new LinkedHashSet<>(wanted.keySet());
        keys.addAll(own.keySet());
        int before = refusals.settings.size();
        for (String key : keys) {
            JsonNode value = wanted.get(key);
            if (!wanted.containsKey(key)) {
                checkKey(key, "absent", wanted, refusals);
            } else if (!value.equals(own.get(key))) {
                checkValue(key, value, wanted, refusals);
            }
        }
        if (refusals.settings.size() > before) {
            refusals.hint = ", or give the agent the same " + asked.name() + ".yaml in its working directory";
        }
    }

    private void checkValue(String key, JsonNode value, Map<String, JsonNode> all, Refusals refusals) {
        if (key.equals("transport") || key.equals("codec")) {
            checkName(key, value.asText(), refusals);
        } else {
            checkKey(key, value.isTextual() ? value.textValue() : value, all, refusals);
        }
        texts(value).forEach(text -> checkReferences(key, text, refusals));
    }

    private void checkReferences(String key, String text, Refusals refusals) {
        Matcher references = REFERENCE.matcher(text);
        while (references.find()) {
            String name = references.group(2);
            if (references.group(1).equals(VARIABLES)) {
                if (!allows(VARIABLES, name)) {
                    refusals.add(key, references.group(), VARIABLES + "=" + name);
                }
            } else {
                checkPath(key, name, refusals);
            }
        }
    }

    /** Returns the texts of a value, each of which is looked up by itself; keys are not. */
    private static Stream<String> texts(JsonNode value) {
        return value.isTextual()
                ? Stream.of(value.textValue())
                : StreamSupport.stream(value.spliterator(), false).flatMap(Allowance::texts);
    }

    private void checkKey(String key, Object value, Map<String, JsonNode> all, Refusals refusals) {
        if (!allows(key) && !isHarmless(key, all)) {
            refusals.add(key, value, key);
        }
    }

    /** Returns whether a key is text for people, or a number that a workload may vary. */
    private static boolean isHarmless(String key, Map<String, JsonNode> all) {
        if (key.equals("description")) {
            return true;
        }
        String transport = all.containsKey("transport") ? all.get("transport").asText() : "";
        return Providers.transports().stream()
                .filter(provider -> provider.name().equals(transport))
                .anyMatch(provider -> Arrays.stream(Dimension.values())
                        .anyMatch(dimension -> provider.keyOf(dimension).equals(Optional.of(key))));
    }

    /** Returns the agent's own file of a name: one of its working directory, or one that a module carries. */
    private static Optional<YamlDocument> own(String name) {
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        for (String file : List.of(name + ".yaml", name + ".yml")) {
            if (Files.isRegularFile(Path.of(file)) || TransportFiles.carried().containsKey(file)) {
                return Optional.of(TransportFiles.find(file));
            }
        }
        return Optional.empty();
    }

    private static Map<String, JsonNode> values(YamlDocument document) {
        Map<String, JsonNode> values = new TreeMap<>();
        add("", document.toTree(), values);
        return values;
    }

    private static void add(String path, JsonNode node, Map<String, JsonNode> values) {
        if (node.isObject() && !node.isEmpty()) {
            node.properties()
                    .forEach(entry -> add(
                            path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(), entry.getValue(), values));
        } else {
            values.put(path, node);
        }
    }

    private void checkName(String key, String name, Refusals refusals) {
        boolean isClass = !name.matches("[\\w-]*") || Providers.isClass(name);
        if (isClass && !allows(CLASSES, name)) {
            refusals.add(key, name, CLASSES + "=" + name);
        }
    }

    private void checkPath(String key, String path, Refusals refusals) {
        Optional<Path> asked = real(path);
        boolean inside = allowed.getOrDefault(FILES, Set.of()).stream()
                .flatMap(directory -> real(directory).stream())
                .anyMatch(directory ->
                        asked.filter(file -> file.startsWith(directory)).isPresent());
        if (!inside && !allows(EVERYTHING)) {
            refusals.add(
                    key,
                    path,
                    FILES + "=" + asked.map(Path::getParent).map(Path::toString).orElse("DIRECTORY"));
        }
    }

    /** Returns the path that links lead to. */
    private static Optional<Path> real(String path) {
        try {
            Path given = Path.of(path).toAbsolutePath();
            return Optional.of(Files.exists(given) ? given.toRealPath() : given.normalize());
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Refuses addresses that lead to other machines or into others' directories; an absent one is none. */
    private void checkServers(JsonNode address, Refusals refusals) {
        if (address.isMissingNode() || address.isNull() || allows(EVERYTHING)) {
            return;
        }
        String text = address.isTextual() ? address.textValue() : "";
        Matcher driver = DRIVER.matcher(text);
        if (driver.matches()) {
            if (!isOwnDirectory(driver.group(DIRECTORY))) {
                checkPath("server", driver.group(DIRECTORY), refusals);
            }
            if (!driver.group(1).isEmpty()) {
                checkEndpoint(driver.group(1), address, refusals);
            }
        } else {
            for (String endpoint : text.split(",", -1)) {
                checkEndpoint(endpoint, address, refusals);
            }
        }
    }

    /** @throws ConfigException for a text that a client could read in another way than this check */
    private void checkEndpoint(String endpoint, JsonNode address, Refusals refusals) {
        Matcher found = ENDPOINT.matcher(endpoint);
        if (!found.matches()) {
            throw ConfigException.invalid(
                    "server",
                    Secrets.redact(address.asText(address.toString())),
                    "HOST:PORT, nats://HOST:PORT, several with commas between, or HOST:PORT@/DIRECTORY");
        }
        String host = found.group(1);
        if (!LOOPBACK.matcher(host).matches() && !allows(SERVERS, host)) {
            refusals.add("server", endpoint, SERVERS + "=" + host);
        }
    }

    /** Returns whether a path lies in a directory that a run of this user has made where all users' temporary files are. */
    private static boolean isOwnDirectory(String text) {
        Optional<Path> path = real(text);
        return Stream.of(SHARED_MEMORY, System.getProperty("java.io.tmpdir"))
                .flatMap(parent -> real(parent).stream())
                .filter(parent -> path.filter(its -> its.startsWith(parent) && !its.equals(parent))
                        .isPresent())
                .map(parent -> parent.resolve(parent.relativize(path.get()).getName(0)))
                .anyMatch(Allowance::isOfThisUser);
    }

    private static boolean isOfThisUser(Path directory) {
        try {
            return directory.getFileName().toString().startsWith(OWN_DIRECTORIES)
                    && ThisUser.ownsAlone(Files.getFileAttributeView(
                            directory, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns whether a key, or one that it lies in, is allowed. */
    private boolean allows(String key) {
        if (allowed.containsKey(EVERYTHING) || allowed.containsKey(key)) {
            return true;
        }
        int dot = key.lastIndexOf('.');
        return dot > 0 && allows(key.substring(0, dot));
    }

    private boolean allows(String word, String value) {
        Set<String> values = allowed.get(word);
        return allowed.containsKey(EVERYTHING)
                || values != null && (values.contains(value) || values.isEmpty() && WITHOUT_VALUE.contains(word));
    }
}
