/** Running measurements, polled and redrawn every second. */
(() => {
  const EVERY_MILLIS = 1000;
  const PHASES = { starting: 'starting', warmup: 'warm-up', measure: 'measuring', drain: 'draining', over: 'over' };
  const main = element('main', {});
  const state = element('p', { class: 'muted', role: 'status' });
  const runs = element('div', {});
  const charts = element('div', {});
  let drawn = null;

  /** The figures of a run that is over, which are those of its result. */
  function finalRow(run) {
    const { seconds, offeredPerSecond, achievedPerSecond, nanos } = run.final;
    return [run.title, String(run.forks.at(-1)?.number ?? '–'), run.verdict.kind.toLowerCase(), Format.seconds(seconds),
      offeredPerSecond > 0 ? Format.rate(offeredPerSecond) : '–', Format.rate(achievedPerSecond),
      ...nanos.map((one) => (one === null ? '–' : Format.duration(one)))];
  }

  function row(run) {
    if (run.final) {
      return finalRow(run);
    }
    const fork = run.forks.at(-1);
    // Nothing is due in the drain.
    const newest = fork?.seconds.findLastIndex((one) => one[8] > 0 || run.closedLoop) ?? -1;
    const second = fork?.seconds[newest];
    const latency = fork?.time[newest];
    const perSecond = (count, seconds) => (seconds > 0.001 ? Format.rate(count / seconds) : '–');
    const cells = second ? [Format.seconds(second[1]), perSecond(second[8], second[1] - second[0]), perSecond(second[3], second[7]),
      ...[2, 3, 5].map((column) => Format.duration(latency[column]))] : Array(6).fill('–');
    return [run.title, fork ? String(fork.number) : '–', PHASES[run.phase], ...cells];
  }

  function summary() {
    return Data.runs.length === 0 ? element('p', {}, 'No run has begun.') : table('Each run: its newest second, and at its end the whole',
      [{ title: 'run', text: true }, { title: 'fork' }, { title: 'phase or verdict', text: true }, { title: 'time' }, { title: 'offered' }, { title: 'achieved' },
        { title: 'p50' }, { title: 'p99' }, { title: 'max' }], Data.runs.map(row));
  }

  /** The charts and their choices, which decide whether the page has to be rebuilt. */
  const shape = () => JSON.stringify(Data.runs.map((run) => [run.label, run.forks.map((fork) => fork.number), Object.keys(run.curves)]));

  function draw() {
    prepare(Data.runs);
    runs.replaceChildren(summary());
    if (shape() === drawn) {
      Figures.draw();
      return;
    }
    drawn = shape();
    Figures.forget();
    charts.replaceChildren();
    [OverTime, Percentiles].forEach((part) => part.render(charts));
  }

  async function ask() {
    try {
      const answer = await fetch('data', { cache: 'no-store' });
      if (!answer.ok) {
        throw new Error(answer.statusText);
      }
      Data.runs = (await answer.json()).runs;
    } catch {
      state.textContent = 'The bench has ended. The page shows its last state; each result has its own report.html.';
      return;
    }
    draw();
    setTimeout(ask, EVERY_MILLIS);
  }

  document.getElementById('page').replaceChildren(main);
  state.textContent = 'Updated every second. A run has no verdict before its end, so its lines are dashed until then.';
  const part = section('runs', 'Runs', runs);
  main.append(element('header', {}, element('h1', {}, 'TwoHop live'), state), part, charts);
  draw();
  ask();
})();
