package io.twohop.transport.kit;

import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import io.twohop.config.Secrets;
import io.twohop.config.Texts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** Rejects files of keys and certificates that a client could not use, before its own unclear message. */
public final class KeyFiles {
    private static final String PEM = "PEM";
    private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private KeyFiles() {}

    /**
     * Checks that a key's file exists; an absent key is fine.
     *
     * @param section of the transport file, such as {@code client}
     * @param properties of that section
     * @param key of the file
     */
    public static void check(String section, Map<String, String> properties, String key) {
        Optional.ofNullable(properties.get(key)).ifPresent(file -> readable(section + "." + key, file));
    }

    /**
     * Checks a key store, which must open with its password.
     *
     * @param password key of the password
     * @param type key of the store's type; JKS if absent, by which Java reads PKCS12 as well
     */
    public static void checkStore(
            String section, Map<String, String> properties, String key, String password, String type) {
        check(section, properties, key);
        String file = properties.get(key);
        String kind = properties.getOrDefault(type, "JKS");
        if (!properties.containsKey(key) || kind.equalsIgnoreCase(PEM)) {
            return;
        }
        String word = properties.get(password);
        char[] characters = Optional.ofNullable(word).map(String::toCharArray).orElse(null);
        try (InputStream in = LimitedFile.document(Path.of(file))) {
            KeyStore.getInstance(kind).load(in, characters);
        } catch (IOException | GeneralSecurityException e) {
            if (e.getCause() instanceof UnrecoverableKeyException) {
                throw ConfigException.invalid(section + "." + password, word, "the password of " + file);
            }
            throw ConfigException.invalid(
                    section + "." + key, file, "a key store of type " + kind + "; " + Texts.of(e));
        }
    }

    /** Refuses a text file that begins with a byte order mark, as some editors write it: clients take it for a part of the first line. */
    public static void refuseMark(String section, Map<String, String> properties, String key) {
        Optional.ofNullable(properties.get(key)).ifPresent(file -> refuseMark(section + "." + key, file));
    }

    /** @param key full name of the key */
    public static void refuseMark(String key, String file) {
        try (InputStream in = LimitedFile.document(Path.of(file))) {
            if (Arrays.equals(in.readNBytes(MARK.length), MARK)) {
                throw ConfigException.invalid(
                        key, file, "a file without a byte order mark; save it as UTF-8 without one");
            }
        } catch (IOException e) {
            throw ConfigException.invalid(key, file, "a file that can be read: " + Texts.of(e));
        }
    }

    /** @param key full name of the key */
    public static void readable(String key, String file) {
        if (!Files.isRegularFile(Path.of(file)) || !Files.isReadable(Path.of(file))) {
            // The path of credentials is not a secret, and must be shown.
            String which = Secrets.isSecret(key) ? ", unlike " + file : "";
            throw ConfigException.invalid(key, file, "a file that is there and can be read" + which);
        }
    }
}
