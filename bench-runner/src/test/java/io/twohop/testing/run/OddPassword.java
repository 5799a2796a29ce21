package io.twohop.testing.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A password of 200 characters with all that files, shells, formats and logins treat in their own ways. */
public final class OddPassword {
    private static final String WORDS = "zebra\"quilt'mango\\otter $lemon ${walnut} %s %41grape  #tulip; {}, =acorn"
            + " \\n\\u0041 é Zürich 漢字 \uD83D\uDE80 nutmeg\\\"saffron\\'";

    /** The password. */
    public static final String TEXT = WORDS + "x".repeat(200 - WORDS.length());

    /** Words of it, which nobody may read. */
    public static final String[] FRAGMENTS = {
        "zebra", "quilt", "mango", "otter", "lemon", "walnut", "grape", "tulip", "acorn", "rich", "nutmeg", "saffron",
        "xxxx"
    };

    private OddPassword() {}

    /** Returns a reference to a file with the password. */
    public static String reference(Path directory) throws IOException {
        return "${file:" + Files.writeString(directory.resolve("odd-password"), TEXT + "\n") + "}";
    }

    /** Returns the password in double quotes, with quotes and backslashes escaped. */
    public static String quoted() {
        return '"' + TEXT.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
