package io.twohop.testing.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A key and a self-signed certificate for {@code localhost}, in a directory, in the forms that servers and clients read. */
public final class Certificates {
    private static final String ALIAS = "server";

    private final Path directory;
    private final String password;

    /** Makes them with the JDK's keytool. */
    public Certificates(Path directory, String password) throws IOException, InterruptedException {
        this.directory = directory;
        this.password = password;
        keytool(
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-keystore",
                "keystore.p12");
        keytool("-exportcert", "-rfc", "-file", "server.pem", "-keystore", "keystore.p12");
        keytool("-importcert", "-noprompt", "-file", "server.pem", "-keystore", "truststore.p12");
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add("-J-XX:TieredStopAtLevel=1");
        command.addAll(List.of(arguments));
        command.addAll(List.of("-alias", ALIAS, "-storetype", "PKCS12", "-storepass", password));
        Path output = directory.resolve("keytool.txt");
        int status = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException(Files.readString(output));
        }
    }

    /** PKCS12, with the key and the certificate. */
    public Path keyStore() {
        return directory.resolve("keystore.p12");
    }

    /** PKCS12, with the certificate alone. */
    public Path trustStore() {
        return directory.resolve("truststore.p12");
    }

    /** The certificate. */
    public Path certificatePem() {
        return directory.resolve("server.pem");
    }

    /** The key, unencrypted. */
    public Path keyPem() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore())) {
            store.load(in, password.toCharArray());
        }
        Key key = store.getKey(ALIAS, password.toCharArray());
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
        return Files.writeString(
                directory.resolve("key.pem"),
                "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n",
                StandardCharsets.US_ASCII);
    }
}
