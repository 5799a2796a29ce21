package io.twohop.transport.redis;

import io.lettuce.core.RedisException;
import io.lettuce.core.api.sync.RedisCommands;
import io.twohop.transport.redis.RedisConfig.Aof;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a server tells about itself.
 *
 * @param program {@code redis-server} or {@code valkey-server}
 * @param version {@code unknown} if the user may not ask
 * @param aof empty if the user may not ask
 */
record ServerFacts(String program, String version, Optional<Aof> aof) {
    private static final Pattern REDIS = Pattern.compile("(?m)^redis_version:(\\S+)");
    private static final Pattern VALKEY = Pattern.compile("(?m)^valkey_version:(\\S+)");

    static ServerFacts of(RedisCommands<String, byte[]> commands) {
        Optional<Aof> aof = aof(commands);
        try {
            String info = commands.info("server");
            Matcher valkey = VALKEY.matcher(info);
            if (valkey.find()) {
                return new ServerFacts("valkey-server", valkey.group(1), aof);
            }
            Matcher redis = REDIS.matcher(info);
            return new ServerFacts("redis-server", redis.find() ? redis.group(1) : "unknown", aof);
        } catch (RedisException e) {
            return new ServerFacts("redis-server", "unknown", aof);
        }
    }

    private static Optional<Aof> aof(RedisCommands<String, byte[]> commands) {
        try {
            Map<String, String> settings = commands.configGet("append*");
            if (!"yes".equals(settings.get("appendonly"))) {
                return Optional.of(Aof.NONE);
            }
            return switch (String.valueOf(settings.get("appendfsync")).toLowerCase(Locale.ROOT)) {
                case "always" -> Optional.of(Aof.ALWAYS);
                case "everysec" -> Optional.of(Aof.EVERYSEC);
                // The operating system writes when it likes, so nothing is promised.
                default -> Optional.empty();
            };
        } catch (RedisException e) {
            return Optional.empty();
        }
    }
}
