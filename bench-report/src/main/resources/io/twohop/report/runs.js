/** Whether a run's latencies may be taken for its transport's; others are marked wherever they appear. */
const isSound = (run) => run.complete && ['Met', 'Missed'].includes(run.verdict.kind);

function mark(run) {
  // A running measurement has no verdict to mark; its phase says so.
  const marks = ['Met', 'Missed', 'Running'].includes(run.verdict.kind) ? [] : [run.verdict.kind.toUpperCase()];
  if (!run.complete) {
    marks.push('INCOMPLETE');
  }
  return marks.length ? ' [' + marks.join(', ') + ']' : '';
}

/** Adds to runs the fields that all charts read. */
function prepare(runs) {
  runs.forEach((run, index) => {
    run.index = index;
    run.title = run.label + mark(run);
    // An axis cuts off the end of a long title, and the mark with it.
    run.axisTitle = (isSound(run) ? '' : '⚠ ') + run.title;
    run.closedLoop = run.rates.offeredPerSecond === 0;
  });
}
prepare(Data.runs);

/** The settings in which runs differ; empty if one chart may overlay them. */
function differences(runs) {
  const keys = [...new Set(runs.flatMap((run) => Object.keys(run.setting)))].sort();
  return keys.map((key) => [key, [...new Set(runs.map((run) => (run.setting[key] ?? 'absent').replace(/^\[(.*)\]$/, '$1')))]])
    .filter(([, values]) => values.length > 1)
    .map(([key, values]) => key + ': ' + values.slice(0, 6).join(', ') + (values.length > 6 ? '…' : ''));
}

/** Joins sentences under a chart; null without any. */
const notes = (...all) => all.filter(Boolean).join(' ') || null;

/** The doubtful end-to-end figures; unknown for results of earlier versions. */
const untrusted = (run) => run.trust?.probes.endToEnd?.untrusted ?? [];

function differenceNote(runs) {
  const differ = differences(runs);
  return differ.length ? 'These runs have different settings: ' + differ.join('; ') + '.' : null;
}
