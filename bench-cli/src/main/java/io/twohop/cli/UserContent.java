package io.twohop.cli;

import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;
import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import io.twohop.config.YamlDocument;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.event.ServiceProvider;
import io.twohop.registry.Providers;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Classes and files of the user's class path that a run can use: classes that a key can name, and workload files. {@link Providers}
 * finds providers.
 */
final class UserContent {
    private static final String CLASS = ".class";
    private static final String YAML = ".yaml";

    /** Classes that mention none of ours are of no use to a run. */
    private static final String OURS = "io/twohop/";

    private final Map<Class<?>, String> places = new HashMap<>();
    private final Map<String, String> workloads = new TreeMap<>();
    private final Map<String, String> unreadable = new TreeMap<>();

    private UserContent() {}

    /** Looks through the class path. Loads classes without running their initializers. */
    static UserContent find() {
        UserContent content = new UserContent();
        UserClassPath.loader().ifPresent(loader -> {
            for (Path entry : UserClassPath.entries()) {
                content.look(entry, loader);
            }
        });
        Stream.of(Providers.transports(), Providers.codecs(), Providers.services(), Providers.events())
                .flatMap(List::stream)
                .forEach(provider -> content.places.remove(provider.getClass()));
        return content;
    }

    /** Returns the place of each service by the name of its class. */
    Map<String, String> services() {
        return classes(Microservice.class, ServiceProvider.class);
    }

    Map<String, String> codecs() {
        return classes(Codec.class, CodecProvider.class);
    }

    Map<String, String> events() {
        return classes(EventType.class);
    }

    Map<String, String> transports() {
        return classes(TransportProvider.class);
    }

    /** Returns the description and place of each workload file by its name. */
    Map<String, String> workloads() {
        return workloads;
    }

    /** Returns the reason of each entry that was passed over. */
    Map<String, String> unreadable() {
        return unreadable;
    }

    private Map<String, String> classes(Class<?>... kinds) {
        Map<String, String> found = new TreeMap<>();
        places.forEach((type, place) -> {
            if (Stream.of(kinds).anyMatch(kind -> kind.isAssignableFrom(type))) {
                found.put(type.getName(), place);
            }
        });
        return found;
    }

    private void look(Path entry, URLClassLoader loader) {
        String place = "[" + shown(entry) + "]";
        try {
            if (Files.isDirectory(entry)) {
                look(entry, place, loader);
                return;
            }
            try (FileSystem jar = FileSystems.newFileSystem(entry)) {
                look(jar.getPath("/"), place, loader);
            }
        } catch (IOException | UncheckedIOException e) {
            // A class loader passes over such an entry, too; the list says that it did.
            unreadable.put(shown(entry).toString(), Texts.chain(e));
        }
    }

    private static Path shown(Path entry) {
        Path here = Path.of("").toAbsolutePath();
        return entry.startsWith(here) && !entry.equals(here) ? here.relativize(entry) : entry;
    }

    private void look(Path root, String place, URLClassLoader loader) throws IOException {
        List<String> names = new ArrayList<>();
        boolean mentionsOurs = false;
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(file)
                        .toString()
                        .replace(file.getFileSystem().getSeparator(), "/");
                if (name.endsWith(YAML) && name.indexOf('/') < 0) {
                    addWorkload(name, place);
                } else if (name.endsWith(CLASS) && !name.startsWith(OURS)) {
                    names.add(name.substring(0, name.length() - CLASS.length()).replace('/', '.'));
                    mentionsOurs = mentionsOurs || mentionsOurs(file);
                }
            }
        }
        if (mentionsOurs) {
            names.forEach(name -> addClass(name, place, loader));
        }
    }

    private static boolean mentionsOurs(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(OURS);
    }

    /** Adds a file whose keys are all a workload's; a project has YAML files of other programs beside it. */
    private void addWorkload(String name, String place) {
        try {
            Optional<YamlDocument> document = UserClassPath.workload(name);
            if (document.isPresent() && isWorkload(document.get())) {
                String description = document.get().text("description").orElse("");
                workloads.putIfAbsent(name, (description + " " + place).strip());
            }
        } catch (ConfigException e) {
            // Not YAML as workloads have it, so another program's.
        }
    }

    private static boolean isWorkload(YamlDocument document) {
        Iterator<String> keys = document.toTree().fieldNames();
        boolean empty = !keys.hasNext();
        while (keys.hasNext()) {
            if (!Workload.keys().contains(keys.next())) {
                return false;
            }
        }
        return !empty;
    }

    /** Adds a class that a run could make an instance of. */
    private void addClass(String name, String place, ClassLoader loader) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            if (Modifier.isPublic(type.getModifiers()) && !Modifier.isAbstract(type.getModifiers())) {
                type.getConstructor();
                places.putIfAbsent(type, place);
            }
        } catch (ReflectiveOperationException | LinkageError | SecurityException e) {
            // A run could not make an instance either, and says why if it is to.
        }
    }
}
