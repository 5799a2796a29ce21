package io.twohop.testing.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A key and a self-signed certificate for {@code localhost}, in a directory, in the forms that servers and clients read. */
public final class Certificates {
    private static final String ALIAS = "server";
    private static final String TYPE = "PKCS12";

    private final Path directory;
    private final String password;

    /** Makes the key with the JDK's keytool, since no public class of the JDK signs a certificate. */
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
        try {
            Certificate certificate = keys().getCertificate(ALIAS);
            Files.writeString(certificatePem(), pem("CERTIFICATE", certificate.getEncoded()));
            KeyStore trusted = KeyStore.getInstance(TYPE);
            trusted.load(null, null);
            trusted.setCertificateEntry(ALIAS, certificate);
            try (OutputStream out = Files.newOutputStream(trustStore())) {
                trusted.store(out, password.toCharArray());
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private KeyStore keys() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(TYPE);
        try (InputStream in = Files.newInputStream(keyStore())) {
            store.load(in, password.toCharArray());
        }
        return store;
    }

    private static String pem(String kind, byte[] encoded) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.add("-J-XX:TieredStopAtLevel=1");
        command.addAll(List.of(arguments));
        command.addAll(List.of("-alias", ALIAS, "-storetype", TYPE, "-storepass", password));
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
        Key key = keys().getKey(ALIAS, password.toCharArray());
        return Files.writeString(
                directory.resolve("key.pem"), pem("PRIVATE KEY", key.getEncoded()), StandardCharsets.US_ASCII);
    }
}
