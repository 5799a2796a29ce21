import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/**
 * Makes market-data.csv.gz, ten minutes of synthetic market data: {@code java workloads/MarketData.java 1 market-data.csv.gz}.
 *
 * <p>Arrivals excite further arrivals: a Hawkes process (Hawkes, Spectra of Some Self-Exciting and Mutually Exciting Point Processes,
 * Biometrika 58, 1971), which order flow is often modelled by (Bacry, Mastromatteo and Muzy, Hawkes Processes in Finance, 2015). Its
 * rate is simulated by thinning (Ogata, On Lewis' Simulation Method for Point Processes, 1981). On top come an opening that fades, and
 * now and then a sweep through the book: hundreds of updates within a millisecond. Nothing of it is anybody's data.
 */
public final class MarketData {
    private static final double SECONDS = 600;

    /** 2026-01-05T14:30:00Z, in nanoseconds. */
    private static final long OPENING = 1_767_623_400_000_000_000L;

    /** Arrivals per second that nothing excites. */
    private static final double CALM = 30;

    /** What the opening adds to it, and how fast that fades. */
    private static final double OPENING_RUSH = 6;

    private static final double RUSH_SECONDS = 60;

    /** Further arrivals that each one leads to, and how fast that fades: 1 / 20 s and 1 / 400 s. */
    private static final double[] EXCITED = {0.5, 0.35};

    private static final double[] DECAY = {20, 400};

    private static final double SWEEPS_PER_SECOND = 0.05;
    private static final int LARGEST_SWEEP = 600;
    private static final int FEEDS = 4;
    private static final double TICK = 0.01;

    private final SplittableRandom random;
    private final PrintWriter out;
    private double price = 100;

    private MarketData(long seed, PrintWriter out) {
        random = new SplittableRandom(seed);
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException {
        try (PrintWriter out = new PrintWriter(
                new GZIPOutputStream(new FileOutputStream(arguments[1])), false, StandardCharsets.US_ASCII)) {
            new MarketData(Long.parseLong(arguments[0]), out).write();
        }
    }

    private void write() {
        out.print("ts,feed,price\n");
        double[] excitement = new double[EXCITED.length];
        double now = 0;
        double sweep = exponential(SWEEPS_PER_SECOND);
        while (true) {
            double bound = rate(now, excitement);
            double next = now + exponential(bound);
            if (Math.min(next, sweep) >= SECONDS) {
                return;
            }
            if (sweep < next) {
                fade(excitement, sweep - now);
                now = sweep;
                double end = sweep(now);
                fade(excitement, end - now);
                now = end;
                sweep = now + exponential(SWEEPS_PER_SECOND);
                continue;
            }
            fade(excitement, next - now);
            now = next;
            if (random.nextDouble() * bound < rate(now, excitement)) {
                update(now);
                for (int i = 0; i < EXCITED.length; i++) {
                    excitement[i] += EXCITED[i] * DECAY[i];
                }
            }
        }
    }

    /** It only falls until the next arrival, so that it bounds itself. */
    private static double rate(double now, double[] excitement) {
        double rate = CALM * (1 + OPENING_RUSH * StrictMath.exp(-now / RUSH_SECONDS));
        for (double each : excitement) {
            rate += each;
        }
        return rate;
    }

    private static void fade(double[] excitement, double seconds) {
        for (int i = 0; i < excitement.length; i++) {
            excitement[i] *= StrictMath.exp(-DECAY[i] * seconds);
        }
    }

    /** Returns when it has passed. */
    private double sweep(double start) {
        int updates = 50 + random.nextInt(LARGEST_SWEEP - 50);
        double at = start;
        for (int i = 0; i < updates; i++) {
            update(at);
            at += exponential(1e6);
        }
        return at;
    }

    private void update(double seconds) {
        price = Math.max(1, price + TICK * (random.nextInt(3) - 1));
        long nanos = OPENING + Math.round(seconds * 1e6) * 1_000;
        out.print(nanos + "," + random.nextInt(FEEDS) + "," + Math.round(price * 100) / 100.0 + "\n");
    }

    private double exponential(double perSecond) {
        return -StrictMath.log(1 - random.nextDouble()) / perSecond;
    }
}
