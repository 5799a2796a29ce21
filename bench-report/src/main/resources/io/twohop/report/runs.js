/** Whether a run's latencies may be taken for its transport's. What may not is marked wherever it appears. */
const isSound = (run) => run.complete && ['Met', 'Missed'].includes(run.verdict.kind);

function mark(run) {
  const marks = ['Met', 'Missed'].includes(run.verdict.kind) ? [] : [run.verdict.kind.toUpperCase()];
  if (!run.complete) {
    marks.push('INCOMPLETE');
  }
  return marks.length ? ' [' + marks.join(', ') + ']' : '';
}

/** Gives runs what all charts ask of them. */
function prepare(runs) {
  runs.forEach((run, index) => {
    run.index = index;
    run.title = run.label + mark(run);
    // Along an axis a long title loses its end, and the mark with it.
    run.axisTitle = (isSound(run) ? '' : '⚠ ') + run.title;
    run.closedLoop = run.rates.offeredPerSecond === 0;
  });
}
prepare(Data.runs);

/** What is not the same in all of some runs, as sentences; empty if they may be laid over each other. */
function differences(runs) {
  const keys = [...new Set(runs.flatMap((run) => Object.keys(run.setting)))].sort();
  return keys.map((key) => [key, [...new Set(runs.map((run) => (run.setting[key] ?? 'absent').replace(/^\[(.*)\]$/, '$1')))]])
    .filter(([, values]) => values.length > 1)
    .map(([key, values]) => key + ': ' + values.slice(0, 6).join(', ') + (values.length > 6 ? '…' : ''));
}

/** Sentences under a chart; null where there is none. */
const notes = (...all) => all.filter(Boolean).join(' ') || null;

/** The figures end to end that the machine may have decided; of results of earlier versions, none is known. */
const untrusted = (run) => run.trust?.probes.endToEnd?.untrusted ?? [];

function differenceNote(runs) {
  const differ = differences(runs);
  return differ.length ? 'These runs are not of one setting; they differ in ' + differ.join('; ') + '.' : null;
}
