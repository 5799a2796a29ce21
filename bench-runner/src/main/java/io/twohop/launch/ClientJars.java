package io.twohop.launch;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collection;

/**
 * The {@code clientJars} of transport files in this process, whose clients look after external servers. Forks get those of their own file
 * ahead of all others.
 */
public final class ClientJars {
    private static final String LOADER = "clientJars";

    private ClientJars() {}

    /**
     * Lets clients of this thread, and of threads that it starts, load classes that only these jars have, such as a callback handler.
     * Classes of the same name stay this process's own.
     */
    public static void use(Collection<String> jars) {
        if (!jars.isEmpty()) {
            Thread thread = Thread.currentThread();
            URL[] urls = jars.stream().map(ClientJars::url).toArray(URL[]::new);
            thread.setContextClassLoader(new URLClassLoader(LOADER, urls, thread.getContextClassLoader()));
        }
    }

    static boolean isTheirs(ClassLoader loader) {
        return LOADER.equals(loader.getName());
    }

    private static URL url(String jar) {
        try {
            return Path.of(jar).toAbsolutePath().toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
