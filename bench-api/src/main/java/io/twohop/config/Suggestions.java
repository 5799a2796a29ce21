package io.twohop.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

public final class Suggestions {
    private static final int MAX_CHARS = 100;

    /**
     * Number of leading characters that a wrong word must share with the right one: many words begin with the same
     * letter or two.
     */
    private static final int LEAST_START = 3;

    private Suggestions() {}

    /**
     * Returns the candidate with the fewest edits from the wrong word, ignoring case: at most two, or a third of the
     * word if that is more, and fewer than the word has characters. Otherwise returns the first candidate that starts
     * with the word, or with the word without its last character. An edit inserts, deletes or replaces a character or
     * swaps two neighbours (Damerau-Levenshtein distance, optimal string alignment). The first of equally near
     * candidates wins.
     */
    public static Optional<String> nearest(String wrong, Collection<String> candidates) {
        String word = wrong.toLowerCase(Locale.ROOT);
        if (word.isBlank() || word.length() > MAX_CHARS) {
            return Optional.empty();
        }
        int bound = Math.min(Math.max(2, word.length() / 3), word.length() - 1);
        Optional<String> best = Optional.empty();
        int fewest = bound + 1;
        for (String candidate : candidates) {
            int edits = edits(word, candidate.toLowerCase(Locale.ROOT));
            if (edits < fewest) {
                best = Optional.of(candidate);
                fewest = edits;
            }
        }
        String start = word.substring(0, word.length() <= LEAST_START ? 0 : word.length() - 1);
        return best.or(() -> startingWith(word, candidates)).or(() -> startingWith(start, candidates));
    }

    private static Optional<String> startingWith(String word, Collection<String> candidates) {
        return candidates.stream()
                .filter(candidate ->
                        word.length() > 1 && candidate.toLowerCase(Locale.ROOT).startsWith(word))
                .findFirst();
    }

    private static int edits(String left, String right) {
        int[][] table = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                table[i][j] = Math.min(i, j) == 0 ? Math.max(i, j) : cheapest(table, left, right, i, j);
            }
        }
        return table[left.length()][right.length()];
    }

    private static int cheapest(int[][] table, String left, String right, int i, int j) {
        int replaced = table[i - 1][j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        int edits = Math.min(replaced, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
        boolean swapped = i > 1
                && j > 1
                && left.charAt(i - 1) == right.charAt(j - 2)
                && left.charAt(i - 2) == right.charAt(j - 1);
        return swapped ? Math.min(edits, table[i - 2][j - 2] + 1) : edits;
    }
}
