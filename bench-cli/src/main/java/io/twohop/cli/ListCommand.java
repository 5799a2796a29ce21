package io.twohop.cli;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.event.EventType;
import io.twohop.published.Publication;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFiles;
import io.twohop.transport.TransportProvider;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code bench list}: lists workloads, transports, codecs, services and events, the user's own among them. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description =
                "Lists workloads, transports, codecs, services and events, and why one is unavailable. With --classpath,"
                        + " your own as well.")
final class ListCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        FileFinder finder = new FileFinder();
        Map<String, String> workloads = new LinkedHashMap<>();
        UserContent own = UserContent.find();
        workloads.putAll(own.workloads());
        finder.workloads().forEach((name, path) -> workloads.put(name, workload(path)));
        print("Workloads (-Dworkload=...)", workloads);

        Map<String, String> publications = new LinkedHashMap<>();
        Publication.citations().forEach((id, citation) -> publications.put(id, citation));
        print("Published figures to show beside a workload's own (-Dpublished=...)", publications);

        Map<String, String> transports = new LinkedHashMap<>();
        // Finding out may start a program, so it is done once for all files of a provider.
        Map<TransportProvider<?>, Optional<String>> unavailable = new HashMap<>();
        TransportFiles.carried().forEach((file, provider) -> {
            Optional<String> why = unavailable.computeIfAbsent(provider, TransportProvider::unavailable);
            transports.put(file, transport(file, provider, why));
        });
        print("Transports", transports);
        if (!own.transports().isEmpty()) {
            print("Transports of your own (transport: ... in a file)", own.transports());
        }

        Map<String, String> codecs = new LinkedHashMap<>();
        Providers.codecs().forEach(codec -> codecs.put(codec.name(), codec.description()));
        codecs.putAll(own.codecs());
        print("Codecs (-Dcodec=...)", codecs);

        Map<String, String> services = new LinkedHashMap<>();
        Providers.services().forEach(service -> services.put(service.name(), service.description()));
        services.putAll(own.services());
        print("Services (-Dservice=...)", services);

        Map<String, String> events = new LinkedHashMap<>();
        for (EventType<?> event : Providers.events()) {
            events.put(event.name(), event.description());
        }
        events.putAll(own.events());
        print("Events (-Devent=...)", events);
        if (!own.unreadable().isEmpty()) {
            print("Not readable on the class path", own.unreadable());
        }
        return 0;
    }

    private static String workload(Path path) {
        try {
            YamlDocument document = YamlDocument.read(path);
            String text = document.text("description").orElse("");
            return document.text("published")
                    .map(published -> text + " [published: " + published + "]")
                    .orElse(text);
        } catch (ConfigException e) {
            return unreadable(e);
        }
    }

    private static String transport(String file, TransportProvider<?> provider, Optional<String> unavailable) {
        try {
            String text =
                    TransportFiles.read(provider, file).text("description").orElse("");
            return unavailable.map(why -> text + " [unavailable: " + why + "]").orElse(text);
        } catch (ConfigException e) {
            return unreadable(e);
        }
    }

    private static String unreadable(ConfigException e) {
        return "[unreadable: " + e.getMessage() + "]";
    }

    private static void print(String title, Map<String, String> entries) {
        int width = entries.keySet().stream().mapToInt(String::length).max().orElse(0);
        System.out.println(title);
        entries.forEach((name, text) -> System.out.printf("  %-" + Math.max(1, width) + "s  %s%n", name, text));
        System.out.println();
    }
}
