package io.twohop.result;

/**
 * Settings that a run chose by measuring, because its workload left them open.
 *
 * @param search the search for the rate; {@code null} for a given rate
 * @param precision the precision that decided the number of forks; {@code null} for a fixed number
 * @param warmUp the trial that decided how long warm-up takes; {@code null} for a fixed warm-up
 */
public record Chosen(Search search, ReachedPrecision precision, SteadyWarmUp warmUp) {
    /** Choices of a run whose workload left nothing open. */
    public static final Chosen NOTHING = new Chosen(null, null, null);
}
