/** Formats numbers for people. Latencies are in nanoseconds. */
const Format = (() => {
  const DURATIONS = [['ns', 1], ['µs', 1e3], ['ms', 1e6], ['s', 1e9]];
  const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

  function significant(value, digits) {
    if (!Number.isFinite(value)) {
      return '–';
    }
    if (Math.abs(value) < 0.0005) {
      return '0';
    }
    const before = Math.floor(Math.log10(Math.abs(value))) + 1;
    const after = Math.max(0, Math.min(3, digits - before));
    return new Intl.NumberFormat('en', { minimumFractionDigits: after, maximumFractionDigits: after }).format(value);
  }

  function duration(nanos, digits = 3) {
    if (nanos === null || nanos === undefined) {
      return '–';
    }
    const size = Math.abs(nanos);
    const [symbol, unit] = DURATIONS.findLast(([, least]) => size >= least) || DURATIONS[0];
    return (symbol === 'ns' && Number.isInteger(nanos) ? grouped.format(nanos) : significant(nanos / unit, digits))
      + ' ' + symbol;
  }

  /** Formats a value for an axis, with the digits of its ticks. */
  function tick(nanos) {
    if (nanos === 0) {
      return '0';
    }
    const [symbol, unit] = DURATIONS.findLast(([, least]) => Math.abs(nanos) >= least) || DURATIONS[0];
    return String(Number((nanos / unit).toPrecision(6))) + ' ' + symbol;
  }

  const exact = (nanos) => duration(nanos) + ' (' + grouped.format(nanos) + ' ns)';
  const count = (value) => (value === null || value === undefined ? '–' : grouped.format(value));
  const rate = (value) => (!(value >= 10) ? significant(value, 3) : grouped.format(value)) + '/s';
  const percent = (share, digits = 1) => new Intl.NumberFormat('en', {
    minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'negative',
  }).format(100 * share) + ' %';
  const signedPercent = (share) => (share > 0 ? '+' : '') + percent(share);
  const megabytes = (bytes) => significant(bytes / 1e6, 3) + ' MB';
  const seconds = (value) => significant(value, 4) + ' s';
  /** Formats a place of the percentile axis. */
  const percentile = (x) => 'p' + Number((100 * (1 - 10 ** -x)).toPrecision(x < 1 ? 4 : 4 + Math.floor(x)));
  const plain = (value) => (!(Math.abs(value) >= 100) ? significant(value, 4) : grouped.format(value));

  return { duration, tick, exact, count, rate, percent, signedPercent, megabytes, seconds, percentile, plain, significant };
})();
