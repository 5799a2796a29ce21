package io.twohop.transport.nats;

import io.nats.client.AuthHandler;
import io.nats.client.NKey;
import io.twohop.config.LimitedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/** Signs a server's challenge with a seed that is kept in a file. */
public final class NkeyFile {
    private NkeyFile() {}

    /**
     * Reads the seed.
     *
     * @param file which may have comment lines
     * @throws IllegalArgumentException where it has no seed
     */
    public static AuthHandler handler(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = LimitedFile.document(file)) {
            bytes = in.readAllBytes();
        }
        CharBuffer all = StandardCharsets.US_ASCII.decode(ByteBuffer.wrap(bytes));
        String seed = all.toString()
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("S"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nkeyFile: " + file + " (expected: a seed, SU...)"));
        Arrays.fill(bytes, (byte) 0);
        NKey key = NKey.fromSeed(seed.toCharArray());
        return new AuthHandler() {
            @Override
            public byte[] sign(byte[] nonce) {
                try {
                    return key.sign(nonce);
                } catch (GeneralSecurityException | IOException e) {
                    throw new IllegalStateException("the NKEY cannot sign", e);
                }
            }

            @Override
            public char[] getID() {
                try {
                    return key.getPublicKey();
                } catch (GeneralSecurityException | IOException e) {
                    throw new IllegalStateException("the NKEY has no public part", e);
                }
            }

            @Override
            public char[] getJWT() {
                return null;
            }
        };
    }
}
