/** Tables of results. A refused result is in them, greyed and with its reason. */
const Tables = (() => {
  const small = (...content) => element('span', { class: 'small muted block' }, ...content);
  const latency = (name) => ({ title: NAMES[name], cell: (scenario, row) => Words.figure(row, name) });

  const signed = (percent) => Format.signedPercent(percent / 100);
  const size = (one) => (one.percent === null ? 'from 0,' : signed(one.percent));

  /** A change for the worse or better, in words and color. From 0 there is no percentage. */
  function change(one) {
    const worse = one.percent === null || one.percent > 0;
    return element('span', { class: 'word ' + (worse ? 'regressed' : 'improved') }, `${size(one)} ${worse ? 'worse' : 'better'}`);
  }

  const COLUMNS = {
    started: { title: 'started', text: true, cell: (scenario, row) => element('a', { href: Route.result(row) }, Words.minute(row.started)) },
    scenario: { title: 'scenario', text: true, wrap: true, cell: (scenario) => element('a', { href: Route.scenario(scenario.id), class: 'title' }, Words.title(scenario)) },
    verdict: { title: 'verdict', text: true, wrap: true, cell: (scenario, row) => Words.verdict(row) },
    forks: { title: 'forks, trust', text: true, cell: (scenario, row) => [Words.forks(row.forks), small('trusted: ', Words.trust(row.trust))] },
    ...Object.fromEntries(PERCENTILES.map((name) => [name, latency(name)])),
    achieved: { title: 'achieved', cell: (scenario, row) => Words.achieved(row) },
    cpu: { title: 'CPU µs/msg', cell: (scenario, row) => Words.plain(row.cpu) },
    bytes: { title: 'alloc. B/msg', cell: (scenario, row) => Words.plain(row.bytes) },
    layout: { title: 'layout', text: true, cell: (scenario, row) => row.layout ?? '–' },
    version: { title: 'version', text: true, cell: (scenario, row) => row.version ?? '–' },
    jdk: { title: 'JDK', text: true, cell: (scenario, row) => row.jdk ?? '–' },
    revision: { title: 'revision', text: true, wrap: true, cell: (scenario, row) => row.revision ?? '–' },
    machine: { title: 'machine', text: true, cell: (scenario) => scenario.machineClass.alias ?? '–' },
    trend: { title: 'p50 over time, last change', text: true, cell: (scenario) => [Charts.spark(scenario.trend ?? [], 'p50 of the last results') ?? '–', scenario.change
      ? [element('span', { class: 'block' }, change(scenario.change)), small(Words.day(scenario.change.at), ' ', String(scenario.change.revision ?? '').slice(0, 12))] : null] },
    compare: { title: 'compare', text: true, cell: (scenario, row) => Selection.box(scenario, row) },
  };

  /** A table of entries { scenario, row }; columns are names of COLUMNS or columns themselves. Its label is for those who hear it alone. */
  function results(caption, columns, entries, label = caption) {
    const shown = columns.map((column) => COLUMNS[column] ?? column);
    const made = table(caption, shown, entries.map((entry) => shown.map((column) => column.cell(entry.scenario, entry.row, entry))));
    made.setAttribute('aria-label', label);
    made.querySelectorAll('tbody tr').forEach((line, i) => line.classList.toggle('refused', !Words.isUsable(entries[i].row)));
    return made;
  }

  const isMarked = (entries) => entries.some(({ row }) => PERCENTILES.some((name) => row[name] !== null && row[name] !== undefined && !Words.isTrusted(row, name)));

  /** Shows the first of many items, with a button for more. Returns a function to call when the count has grown. */
  function more(parent, count, step, what, draw) {
    const body = element('div', {});
    let shown = 0;
    let wanted = step;
    const button = element('button', { type: 'button', class: 'more', onclick: () => {
      wanted += step;
      fill();
    } });
    function fill() {
      const until = Math.min(count(), wanted);
      if (until > shown) {
        body.append(...draw(shown, until));
        shown = until;
      }
      const left = count() - shown;
      button.hidden = left === 0;
      button.textContent = `Show ${Math.min(step, left)} more of ${Format.count(left)} ${what}`;
    }
    parent.append(body, button);
    fill();
    return fill;
  }

  return { results, isMarked, more, change, signed, size, small };
})();

/** The one or two results that are chosen to be compared, in all views. */
const Selection = (() => {
  const chosen = new Map();
  const bar = element('div', { class: 'selection', role: 'status', hidden: true });

  function update() {
    const both = [...chosen.values()];
    bar.hidden = both.length === 0;
    bar.replaceChildren(...(both.length === 0 ? [] : [
      element('span', {}, both.map(({ scenario, row }) => `${scenario.transport}, ${Words.day(row.started)}`).join(' against ')),
      both.length === 2 ? element('a', { href: Route.compare(both[0].row, both[1].row) }, 'Compare') : element('span', { class: 'muted' }, 'choose one more'),
      element('button', { type: 'button', onclick: () => {
        chosen.clear();
        update();
      } }, 'Clear')]));
    document.querySelectorAll('input.choose').forEach((box) => {
      box.checked = chosen.has(box.value);
    });
  }

  return {
    bar,
    box(scenario, row) {
      return element('input', { type: 'checkbox', class: 'choose', value: row.id, checked: chosen.has(row.id),
        'aria-label': `Compare ${Words.title(scenario)}, ${Words.minute(row.started)}`,
        onchange: (event) => {
          chosen.delete(row.id);
          if (event.target.checked) {
            if (chosen.size === 2) {
              chosen.delete(chosen.keys().next().value);
            }
            chosen.set(row.id, { scenario, row });
          }
          update();
        } });
    },
  };
})();
