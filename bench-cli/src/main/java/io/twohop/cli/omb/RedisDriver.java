package io.twohop.cli.omb;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.stream.Stream;

/** The driver for Redis, which is streams with consumer groups. */
final class RedisDriver implements Driver {
    private static final String HOST = "redisHost";
    private static final String PORT = "redisPort";
    private static final String USER = "redisUser";
    private static final String PASSWORD = "redisPass";
    private static final String POOL = "jedisPoolMaxTotal";
    private static final String IDLE = "jedisPoolMaxIdle";

    @Override
    public String transport() {
        return "redis";
    }

    @Override
    public Partitions partitions() {
        return Partitions.IGNORED;
    }

    @Override
    public boolean usesKeys() {
        return true;
    }

    @Override
    public Map<String, Type> keys() {
        return Map.of(
                HOST,
                String.class,
                PORT,
                Long.class,
                USER,
                String.class,
                PASSWORD,
                String.class,
                POOL,
                Long.class,
                IDLE,
                Long.class);
    }

    @Override
    public void translate(Translation file, Map<String, Object> given, boolean embedded) {
        server(file, given, embedded);
        file.row("(this driver)", "streams").mapped("mode", "streams");
        file.row("(this driver)", "one XADD at a time per thread")
                .mapped("maxInFlight", 1, "a producer waits for each reply, as there");
        file.row("(this driver)", "no XACK").approximated("consumers acknowledge what a poll has handled");
        for (String key : new String[] {POOL, IDLE}) {
            if (given.containsKey(key)) {
                file.row(key, given.get(key)).unused("each producer and consumer has a connection of its own");
            }
        }
    }

    private static void server(Translation file, Map<String, Object> given, boolean embedded) {
        String host = (String) given.get(HOST);
        Object port = given.getOrDefault(PORT, 6379L);
        if (given.containsKey(PORT)) {
            Translation.Row row = file.row(PORT, port);
            if (embedded || host == null) {
                row.unused("see " + HOST);
            } else {
                row.mapped("url", "redis://" + host + ":" + port);
            }
        }
        Servers.url(file, HOST, host == null ? null : host + ":" + port, "redis", embedded);
        if (embedded) {
            Stream.of(USER, PASSWORD)
                    .filter(given::containsKey)
                    .forEach(key ->
                            file.row(key, "(given)").unused("--embedded: the run's server lets in a user of the run"));
        } else if (given.containsKey(PASSWORD)) {
            Object user = given.getOrDefault(USER, "default");
            file.row(USER, user).mapped("user", user);
            file.row(PASSWORD, given.get(PASSWORD)).mapped("password", given.get(PASSWORD));
        } else if (given.containsKey(USER)) {
            file.row(USER, given.get(USER)).unused("without " + PASSWORD + ", as there");
        }
    }
}
