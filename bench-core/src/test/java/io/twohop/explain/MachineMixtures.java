package io.twohop.explain;

import io.twohop.account.Histograms;
import io.twohop.measure.Slices;
import io.twohop.measure.Slices.Slice;
import io.twohop.measure.Window;
import io.twohop.recording.ThreadStalls;
import io.twohop.result.Delays;
import io.twohop.result.LatencySummary;
import io.twohop.result.Trust;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Simulates runs with and without what a machine does to them. Messages pass a thread, a transport and a second thread; the machine
 * keeps the threads from running, and is seen as a run's sampler would see it. Then the product's own code says which figures can be
 * trusted, and the run without the machine says which ones are right.
 */
final class MachineMixtures {
    /** How far a trusted figure may be from the one without the machine. */
    static final double RIGHT = 0.1;

    /** Histograms round a latency by a thousandth, on both sides. */
    private static final double ROUNDING = 0.002;

    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final double SECOND = 1e9;

    /** The machine acts for so long before and after the window too, and is watched for longer. */
    private static final long AROUND_NANOS = 50 * MILLI;

    private static final long SAMPLED_BEFORE_NANOS = 2_000 * MILLI;

    /** Parameters were chosen on mixtures from 0 on, and are judged on those from here on. */
    static final long FRESH_SEED = 1_000_000;

    private static final boolean ORACLE = Boolean.getBoolean("oracle");

    private MachineMixtures() {}

    /** What a transport's own latencies are like. */
    enum Transport {
        EVEN,
        TWO_MODES,
        HEAVY_TAIL,
        OWN_STALLS,
        RANDOM_WORK,
        BATCHES
    }

    /** What the machine does. */
    enum Machine {
        NOTHING,
        ONE_STOP,
        STOPS,
        STOPS_BETWEEN_SAMPLES,
        STOPS_OF_SLEEPERS,
        TIME_SLICES,
        SHORT_WAITS,
        STOP_AND_WAITS,
        SLICES_AND_WAITS,
        SERVER_WAITS,
        /** Nothing, while the kernel blocks a thread that never sleeps for its transport's sake; not drawn, but found. */
        NOTHING_BUT_BLOCKED
    }

    /** What became of the figures of many runs. */
    static final class Outcome {
        int figures;
        int trusted;
        int wrong;
        int right;
        int rightDoubted;
        double worst = 1;

        void add(boolean isTrusted, long seen, long without) {
            boolean isRight = Math.abs(seen - without) <= (RIGHT + ROUNDING) * without;
            figures++;
            right += isRight ? 1 : 0;
            trusted += isTrusted ? 1 : 0;
            rightDoubted += isRight && !isTrusted ? 1 : 0;
            if (isTrusted && !isRight) {
                wrong++;
            }
            if (isTrusted) {
                worst = Math.max(worst, (double) seen / without);
            }
        }

        void add(Outcome other) {
            figures += other.figures;
            trusted += other.trusted;
            wrong += other.wrong;
            right += other.right;
            rightDoubted += other.rightDoubted;
            worst = Math.max(worst, other.worst);
        }

        String row(String name) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %,d | %,d | %,d | %.2f | %.1f %% |",
                    name,
                    figures,
                    trusted,
                    wrong,
                    worst,
                    right == 0 ? 0 : 100.0 * rightDoubted / right);
        }
    }

    /** When a thread did not run, and whether nothing else did. */
    private record Gap(long start, long nanos, boolean stop) {
        long end() {
            return start + nanos;
        }
    }

    /** Works off messages in turn while it runs. */
    private static final class Stage {
        private final List<Gap> gaps;
        private int next;
        private double free;

        Stage(List<Gap> gaps) {
            this.gaps = gaps;
        }

        double done(double comes, double work) {
            double now = Math.max(comes, free);
            double left = work;
            while (next < gaps.size() && gaps.get(next).end() <= now) {
                next++;
            }
            while (next < gaps.size() && gaps.get(next).start < now + left) {
                left -= Math.max(0, gaps.get(next).start - now);
                now = gaps.get(next++).end();
            }
            free = now + left;
            return free;
        }
    }

    /** One run. */
    static final class Mixture {
        final Transport transport;
        final Machine machine;
        private final SplittableRandom random;
        private final double rate;
        private final int messages;
        private final long windowNanos;
        private final double work;
        private final boolean keepsOrder;
        private final long[] due;
        private final double[] own;
        private final double[] ownWork;
        private final List<Gap> ownStalls;
        private final long resolutionNanos;
        private final boolean spins;
        private final boolean blocks;
        private final List<List<Gap>> gaps = new ArrayList<>();
        private double batchNanos;

        Mixture(long seed) {
            random = new SplittableRandom(seed);
            transport = Transport.values()[random.nextInt(Transport.values().length)];
            Machine drawn = Machine.values()[random.nextInt(Machine.NOTHING_BUT_BLOCKED.ordinal())];
            rate = between(500, 50_000);
            messages = random.nextInt(10_000, 40_000);
            windowNanos = (long) (messages / rate * SECOND);
            // The share of a thread that the messages take: how fast a queue drains.
            work = between(0.02, 0.9) * SECOND / rate;
            keepsOrder = random.nextBoolean();
            resolutionNanos = random.nextBoolean() ? MILLI : 10 * MILLI;
            spins = drawn != Machine.STOPS_OF_SLEEPERS
                    && (drawn == Machine.STOPS_BETWEEN_SAMPLES || random.nextInt(4) > 0);
            // A single thread that spins is blocked by its own transport.
            blocks = transport == Transport.OWN_STALLS && random.nextInt(4) == 0;
            machine = drawn == Machine.NOTHING && blocks && spins ? Machine.NOTHING_BUT_BLOCKED : drawn;
            due = new long[messages];
            boolean poisson = random.nextBoolean();
            double at = 0;
            for (int i = 0; i < messages; i++) {
                due[i] = (long) (poisson ? at : i * SECOND / rate);
                at += -Math.log(1 - random.nextDouble()) * SECOND / rate;
            }
            own = new double[messages];
            ownWork = new double[messages];
            ownStalls = transport == Transport.OWN_STALLS ? ownStalls() : List.of();
            transport();
            List<Gap> stops = stops();
            for (int thread = 0; thread < 2; thread++) {
                List<Gap> all = new ArrayList<>(stops);
                if (thread == 0 || random.nextBoolean()) {
                    all.addAll(waits());
                }
                gaps.add(apart(all));
            }
            gaps.add(machine == Machine.SERVER_WAITS ? apart(serverWaits()) : List.of());
        }

        private double between(double least, double most) {
            return least * Math.pow(most / least, random.nextDouble());
        }

        private void transport() {
            double base = between(1 * MICRO, 1_000 * MICRO);
            double spread = between(0.05, 0.8);
            double share = between(0.0005, 0.3);
            double factor = between(3, 1_000);
            double alpha = between(1.1, 4);
            batchNanos = transport == Transport.BATCHES ? between(50 * MICRO, 10 * MILLI) : 0;
            double busy = between(0.2, 0.9) * SECOND / rate;
            for (int i = 0; i < messages; i++) {
                double latency = base * Math.exp(spread * random.nextGaussian());
                if (transport == Transport.TWO_MODES && random.nextDouble() < share) {
                    latency *= factor;
                } else if (transport == Transport.HEAVY_TAIL) {
                    latency *= Math.pow(1 - random.nextDouble(), -1 / alpha);
                }
                own[i] = latency;
                ownWork[i] = transport == Transport.RANDOM_WORK ? -busy * Math.log(1 - random.nextDouble()) : 0;
            }
        }

        private List<Gap> ownStalls() {
            return each(between(20 * MILLI, 1_000 * MILLI), between(0.1 * MILLI, 50 * MILLI), true);
        }

        /** Gaps at random times. */
        private List<Gap> each(double period, double nanos, boolean even) {
            List<Gap> all = new ArrayList<>();
            double at = (random.nextDouble() - 1) * period;
            while (at < windowNanos + AROUND_NANOS) {
                double length = even ? nanos * (0.5 + random.nextDouble()) : -nanos * Math.log(1 - random.nextDouble());
                all.add(new Gap((long) at, (long) Math.max(1, length), false));
                at += length - period * Math.log(1 - random.nextDouble());
            }
            return all;
        }

        private List<Gap> stops() {
            List<Gap> stops = new ArrayList<>();
            if (machine == Machine.ONE_STOP || machine == Machine.STOP_AND_WAITS) {
                stops.add(new Gap(
                        (long) (random.nextDouble() * (windowNanos + 2 * AROUND_NANOS)) - AROUND_NANOS,
                        (long) between(2 * resolutionNanos, 200 * MILLI),
                        true));
            } else if (machine == Machine.STOPS
                    || machine == Machine.STOPS_BETWEEN_SAMPLES
                    || machine == Machine.STOPS_OF_SLEEPERS) {
                double nanos = machine == Machine.STOPS
                        ? between(2 * resolutionNanos, 60 * MILLI)
                        : between(0.3 * MILLI, 0.6 * resolutionNanos);
                each(between(50 * MILLI, 2_000 * MILLI), nanos, true)
                        .forEach(gap -> stops.add(new Gap(gap.start, gap.nanos, true)));
            }
            return stops;
        }

        private List<Gap> waits() {
            List<Gap> waits = new ArrayList<>();
            if (machine == Machine.TIME_SLICES || machine == Machine.SLICES_AND_WAITS) {
                double share = between(0.0005, 0.4);
                waits.addAll(each(3 * MILLI / share, 3 * MILLI, true));
            }
            if (machine == Machine.SHORT_WAITS
                    || machine == Machine.STOP_AND_WAITS
                    || machine == Machine.SLICES_AND_WAITS) {
                double nanos = between(10 * MICRO, 500 * MICRO);
                waits.addAll(each(nanos / between(0.0001, 0.2), nanos, false));
            }
            return waits;
        }

        private List<Gap> serverWaits() {
            double nanos = between(20 * MICRO, 4 * MILLI);
            return each(nanos / between(0.001, 0.3), nanos, random.nextBoolean());
        }

        /** In the order of time, none within another. */
        private static List<Gap> apart(List<Gap> gaps) {
            List<Gap> sorted = new ArrayList<>(gaps);
            sorted.sort(Comparator.comparingLong(Gap::start));
            List<Gap> apart = new ArrayList<>();
            long reached = Long.MIN_VALUE;
            for (Gap gap : sorted) {
                long start = Math.max(reached, gap.start);
                if (gap.end() > start) {
                    apart.add(new Gap(start, gap.end() - start, gap.stop));
                    reached = gap.end();
                }
            }
            return apart;
        }

        /** The times at which the messages arrive. */
        private double[] arrivals(List<List<Gap>> held) {
            Stage first = new Stage(held.get(0));
            Stage stalls = new Stage(ownStalls);
            Stage works = new Stage(held.get(2));
            double[] reach = new double[messages];
            double before = 0;
            for (int i = 0; i < messages; i++) {
                double at = first.done(due[i], work / 2);
                at = stalls.done(at, 1);
                at = works.done(at, Math.max(1, ownWork[i]));
                at = batchNanos > 0 ? Math.ceil(at / batchNanos) * batchNanos : at;
                at += own[i];
                before = keepsOrder ? Math.max(before, at) : at;
                reach[i] = before;
            }
            int[] order = IntStream.range(0, messages)
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> reach[i]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            Stage second = new Stage(held.get(1));
            double[] arrived = new double[messages];
            for (int i : order) {
                arrived[i] = second.done(reach[i], work / 2);
            }
            return arrived;
        }

        /** What the sampler reports: a wait when it is over, a stop by how late the sampler itself is woken. */
        private List<Trouble> seen() {
            List<Trouble> troubles = new ArrayList<>();
            for (int thread = 0; thread < 2; thread++) {
                waitsSeen("no core left for thread-" + thread, gaps.get(thread), resolutionNanos, troubles);
            }
            waitsSeen("no core left for the server", gaps.get(2), 1_000 * MILLI, troubles);
            List<Gap> stops = gaps.get(0).stream().filter(Gap::stop).toList();
            List<Gap> stills = new ArrayList<>(stops);
            if (blocks) {
                stills.addAll(ownStalls);
            }
            List<Gap> still = apart(stills);
            Stops standstills = new Stops();
            List<Trouble> late = new ArrayList<>();
            long asleep = -SAMPLED_BEFORE_NANOS;
            int next = 0;
            // The sampler goes on until all messages have arrived.
            while (asleep < windowNanos + SECOND) {
                long wakes = asleep + resolutionNanos;
                while (next < stops.size() && stops.get(next).end() <= wakes) {
                    next++;
                }
                long ran = next < stops.size() && stops.get(next).start <= wakes
                        ? stops.get(next).end()
                        : wakes;
                if (ran - wakes >= MILLI) {
                    late.add(new Trouble(Stops.CAUSE, asleep, ran, ran - wakes, Trouble.STOP));
                }
                long stood = overlap(still, asleep, ran);
                if (stood >= 50 * MICRO) {
                    standstills.add(new Stops.Still(asleep, ran, stood, ran - wakes));
                }
                asleep = ran;
            }
            troubles.addAll(
                    spins
                            ? standstills.counted(late, new Spans(List.of()), resolutionNanos)
                            : Stops.estimated(late, resolutionNanos, 0, windowNanos));
            return troubles;
        }

        private static long overlap(List<Gap> gaps, long from, long to) {
            long sum = 0;
            int low = 0;
            int high = gaps.size();
            while (low < high) {
                int middle = low + high >>> 1;
                if (gaps.get(middle).end() <= from) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            for (int i = low; i < gaps.size() && gaps.get(i).start < to; i++) {
                sum += Math.min(to, gaps.get(i).end()) - Math.max(from, gaps.get(i).start);
            }
            return sum;
        }

        private void waitsSeen(String cause, List<Gap> all, long everyNanos, List<Trouble> troubles) {
            long shortFrom = -SAMPLED_BEFORE_NANOS;
            long shortWaits = 0;
            long shortTurns = 0;
            int next = 0;
            for (long now = shortFrom + everyNanos; now <= windowNanos + SECOND; now += everyNanos) {
                long waited = 0;
                long turns = 0;
                while (next < all.size() && all.get(next).end() <= now) {
                    Gap gap = all.get(next++);
                    waited += gap.stop ? 0 : gap.nanos;
                    turns += gap.stop ? 0 : 1;
                }
                if (waited >= ThreadStalls.WAIT_REPORTED_NANOS) {
                    troubles.add(new Trouble(cause, now - Math.max(waited, everyNanos), now, waited, turns));
                    continue;
                }
                shortWaits += waited;
                shortTurns += turns;
                if (shortWaits >= ThreadStalls.WAIT_REPORTED_NANOS) {
                    troubles.add(new Trouble(cause, shortFrom, now, shortWaits, shortTurns));
                    shortFrom = now;
                    shortWaits = 0;
                    shortTurns = 0;
                }
            }
            if (shortWaits > 0) {
                troubles.add(new Trouble(cause, shortFrom, (long) (windowNanos + SECOND), shortWaits, shortTurns));
            }
        }

        /** @param notes receives what was wrong, if not null */
        Outcome run(List<String> notes) {
            double[] with = arrivals(gaps);
            double[] without = arrivals(List.of(List.of(), List.of(), List.of()));
            Slices slices = new Slices(new Window(0, 0, windowNanos));
            Histogram seen = Histograms.newHistogram();
            Histogram right = Histograms.newHistogram();
            for (int i = 0; i < messages; i++) {
                if (due[i] < windowNanos) {
                    slices.record(due[i], (long) with[i]);
                    seen.recordValue((long) with[i] - due[i]);
                    right.recordValue((long) without[i] - due[i]);
                }
            }
            List<Slice> all = new ArrayList<>();
            slices.forEach(all::add);
            List<Trouble> troubles = seen();
            Delays delays = MachineDelays.of(troubles, List.of(all), seen);
            LatencySummary latency = LatencySummary.of(seen);
            if (ORACLE) {
                List<Delays.Delay> exact = new ArrayList<>();
                for (int i = 0; i < messages; i++) {
                    if (due[i] < windowNanos && with[i] - without[i] > 1) {
                        exact.add(new Delays.Delay((long) (with[i] - without[i]), 1, "x"));
                    }
                }
                delays = new Delays(exact);
            }
            Trust trust = Trust.of(delays, Map.of(Probe.END_TO_END, latency));
            Outcome outcome = new Outcome();
            trust.probes().get(Probe.END_TO_END).ranges().forEach((label, range) -> {
                double percentile = label.equals(Trust.MAX) ? 100 : Double.parseDouble(label.substring(1));
                boolean isTrusted = !trust.untrusted(Probe.END_TO_END).contains(label);
                long truly = right.getValueAtPercentile(percentile);
                int wrong = outcome.wrong;
                outcome.add(isTrusted, range.highestNanos(), truly);
                if (notes != null && outcome.wrong > wrong) {
                    notes.add(String.format(
                            Locale.ROOT,
                            "%s %s %s seen %.1f us, without %.1f us, range from %.1f us; rate %.0f busy %.2f every %d ms, %d troubles",
                            transport,
                            machine,
                            label,
                            range.highestNanos() / 1e3,
                            truly / 1e3,
                            range.lowestNanos() / 1e3,
                            rate,
                            work * rate / SECOND,
                            resolutionNanos / MILLI,
                            troubles.size()));
                }
            });
            return outcome;
        }
    }

    /** Outcomes by machine and by transport, from so many mixtures. */
    static Map<Enum<?>, Outcome> run(long firstSeed, int mixtures, List<String> notes) {
        Map<Machine, Outcome> byMachine = new EnumMap<>(Machine.class);
        Map<Transport, Outcome> byTransport = new EnumMap<>(Transport.class);
        Arrays.stream(Machine.values()).forEach(machine -> byMachine.put(machine, new Outcome()));
        Arrays.stream(Transport.values()).forEach(transport -> byTransport.put(transport, new Outcome()));
        for (long seed = firstSeed; seed < firstSeed + mixtures; seed++) {
            Mixture mixture = new Mixture(seed);
            List<String> its = new ArrayList<>();
            Outcome outcome = mixture.run(its);
            for (String one : its) {
                notes.add(seed + ": " + one);
            }
            byMachine.get(mixture.machine).add(outcome);
            byTransport.get(mixture.transport).add(outcome);
        }
        Map<Enum<?>, Outcome> all = new java.util.LinkedHashMap<>(byMachine);
        all.putAll(byTransport);
        return all;
    }

    /** @param arguments how many mixtures, how many notes on wrong ones, and the first seed */
    public static void main(String[] arguments) {
        List<String> notes = new ArrayList<>();
        long firstSeed = arguments.length > 2 ? Long.parseLong(arguments[2]) : FRESH_SEED;
        run(firstSeed, Integer.parseInt(arguments[0]), notes)
                .forEach((kind, outcome) -> System.out.println(outcome.row(kind.name())));
        notes.stream().limit(Integer.parseInt(arguments[1])).forEach(System.out::println);
    }
}
