/** Filters of results. They live in the address; this is their bar, and what passes them. */
const Filters = (() => {
  const SCENARIO = ['transport', 'codec', 'workload', 'rate', 'size', 'machine', 'jdk'];
  const RESULT = ['version', 'verdict'];
  const TYPED = { revision: 'git revision begins with', from: 'from', to: 'to', q: 'search' };
  const LABELS = { jdk: 'JDK', rate: 'rate', size: 'size' };
  const NUMBERS = { rate: Words.rate, size: Words.size };
  const TYPING_MILLIS = 250;

  /** Reads the filters of a query: sets of texts by key, and typed texts; absent where nothing is chosen. */
  function of(query) {
    const made = {};
    [...SCENARIO, ...RESULT].filter((key) => query.get(key)).forEach((key) => {
      made[key] = new Set(query.getAll(key));
    });
    Object.keys(TYPED).filter((key) => query.get(key)).forEach((key) => {
      made[key] = query.get(key).trim();
    });
    return made;
  }

  const isOnResults = (filters) => [...RESULT, 'revision', 'from', 'to'].some((key) => filters[key]);
  const isActive = (filters) => Object.keys(filters).length > 0;

  function value(scenario, key) {
    return key === 'machine' ? scenario.machineClass.alias : key === 'jdk' ? scenario.machineClass.jdk : scenario[key];
  }

  /** Whether a scenario passes, as far as filters concern scenarios. */
  function passes(filters, scenario) {
    if (SCENARIO.some((key) => filters[key] && !filters[key].has(String(value(scenario, key))))) {
      return false;
    }
    const words = (filters.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const text = words.length === 0 ? '' : [Words.title(scenario), scenario.system, scenario.configuration, Words.machine(scenario.machineClass),
      ...Words.changed(scenario), scenario.id].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  }

  /** Whether a result passes, as far as filters concern results. */
  function passesResult(filters, row) {
    const day = Words.day(row.started);
    return (!filters.version || filters.version.has(String(row.version)))
      && (!filters.verdict || filters.verdict.has(VERDICTS[row.verdict]))
      && (!filters.revision || String(row.revision ?? '').startsWith(filters.revision))
      && (!filters.from || day >= filters.from) && (!filters.to || day <= filters.to);
  }

  /** The filters that a result of another tool cannot pass, since its file does not state what they ask for. */
  const unstated = (filters) => ['codec', 'rate', 'machine', 'jdk', ...RESULT, 'revision'].filter((key) => filters[key]);

  /** Whether a result of another tool passes. */
  function passesExternal(filters, { id, tool, stated, day }) {
    const values = { transport: stated.driver, workload: stated.workload, size: stated.messageSize };
    const text = [id, tool, ...Object.values(stated)].join(' ').toLowerCase();
    return unstated(filters).length === 0
      && Object.entries(values).every(([key, one]) => !filters[key] || filters[key].has(String(one)))
      && (!filters.from || day >= filters.from) && (!filters.to || day <= filters.to)
      && (filters.q ?? '').toLowerCase().split(/\s+/).every((word) => text.includes(word));
  }

  /** Shards that may hold results which pass, newest first. */
  function shards(filters, scenarios) {
    const all = Store.manifest().shards;
    return [...new Set(scenarios.flatMap((scenario) => scenario.shards))]
      .filter((i) => all[i] && (!filters.from || all[i][3] >= filters.from) && (!filters.to || all[i][2] <= filters.to))
      .sort((a, b) => (all[a][3] < all[b][3] ? 1 : all[a][3] > all[b][3] ? -1 : a - b));
  }

  /** A filter whose values are known: a list of boxes that opens. */
  function choice(key, values) {
    const summary = element('summary', {});
    const boxes = values.map((one) => element('label', {}, element('input', {
      type: 'checkbox', value: String(one),
      onchange: () => Route.change({ [key]: boxes.map((label) => label.firstChild).filter((box) => box.checked).map((box) => box.value) }),
    }), NUMBERS[key]?.(one) ?? String(one)));
    const root = element('details', { class: 'filter', name: 'filter', 'data-key': key,
      onkeydown: (event) => {
        if (event.key === 'Escape' && root.open) {
          root.open = false;
          summary.focus();
        }
      } }, summary, element('div', { class: 'boxes', role: 'group', 'aria-label': LABELS[key] ?? key }, boxes));
    return {
      root,
      update(filters) {
        boxes.forEach(({ firstChild: box }) => {
          box.checked = filters[key]?.has(box.value) ?? false;
        });
        const chosen = [...(filters[key] ?? [])];
        const named = chosen.map((one) => NUMBERS[key]?.(values.find((known) => String(known) === one) ?? one) ?? one);
        summary.textContent = `${LABELS[key] ?? key}: ${named.length === 0 ? 'any' : named.length > 2 ? `${named.length} chosen` : named.join(', ')}`;
        root.classList.toggle('chosen', chosen.length > 0);
      },
    };
  }

  function typed(key) {
    let typing = null;
    const input = element('input', {
      type: key === 'q' ? 'search' : key === 'revision' ? 'text' : 'date', name: key, autocomplete: 'off', spellcheck: 'false', size: key === 'revision' ? 10 : null,
      oninput: () => {
        clearTimeout(typing);
        typing = setTimeout(() => Route.change({ [key]: input.value }, { replace: true }), TYPING_MILLIS);
      },
    });
    return {
      root: element('label', { class: 'typed' }, TYPED[key], input),
      update(filters) {
        // The text that is being typed is newer than the address.
        if (document.activeElement !== input) {
          input.value = filters[key] ?? '';
        }
      },
    };
  }

  /** Creates the bar once; later views only update it, so that the focus stays where it is. */
  function bar() {
    const known = Store.manifest().filters;
    const parts = [typed('q'), ...[...SCENARIO, ...RESULT].filter((key) => known[key]?.length).map((key) => choice(key, known[key])),
      typed('revision'), typed('from'), typed('to')];
    const clear = element('button', { type: 'button', class: 'clear',
      onclick: () => Route.change(Object.fromEntries([...SCENARIO, ...RESULT, ...Object.keys(TYPED)].map((key) => [key, '']))) }, 'Clear filters');
    // A phone shows them on demand.
    const toggle = element('button', { type: 'button', class: 'toggle', 'aria-expanded': 'false', onclick: () => {
      toggle.setAttribute('aria-expanded', String(root.classList.toggle('open')));
    } }, 'Filters');
    const root = element('div', { class: 'filters', role: 'search', 'aria-label': 'Filters' }, toggle, parts.map((part) => part.root), clear);
    document.addEventListener('click', (event) => root.querySelectorAll('details[open]').forEach((one) => {
      one.open = one.contains(event.target);
    }));
    return {
      root,
      update({ view, id }, filters) {
        root.hidden = !['overview', 'results', 'scenario', 'external'].includes(view) || (view === 'external' && id !== '');
        // A scenario is one transport, rate, and so on: only filters of results are left.
        root.querySelectorAll(SCENARIO.map((key) => `[data-key="${key}"]`).concat('.typed:has([name="q"])').join()).forEach((one) => {
          one.hidden = view === 'scenario';
        });
        parts.forEach((part) => part.update(filters));
        clear.hidden = !isActive(filters);
        const count = Object.keys(filters).length;
        toggle.textContent = count ? `Filters (${count})` : 'Filters';
      },
    };
  }

  return { of, isActive, isOnResults, passes, passesResult, passesExternal, unstated, shards, bar };
})();
