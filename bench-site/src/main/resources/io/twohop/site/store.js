/** The site's data files. Each is a script that calls register(key, data), since a page of file: cannot fetch. */
const Store = (() => {
  const NAME = /^(?:manifest|(?:overview|index|detail|external)-[0-9a-f]{12})$/;
  /** Results of a detail file. */
  const DETAILS = 50;
  const ACCOUNTING = ['scheduled', 'sent', 'received', 'lost', 'undelivered', 'filtered', 'duplicated', 'outOfOrder', 'tooLate', 'failed'];
  const registered = new Map();
  const loading = new Map();
  const decoded = new Set();
  const indexes = new WeakMap();
  const scenarios = new Map();
  const missing = new Set();
  let told = () => {};

  window.register = (key, data) => registered.set(key, data);

  const path = (name) => `data/${name}.js`;

  function fail(name, why) {
    loading.delete(name);
    missing.add(`${path(name)} ${why}`);
    told([...missing]);
    return new Error(`${path(name)} ${why}`);
  }

  /** Loads a data file once. A file that failed is tried again by the next call. */
  function load(name) {
    if (!NAME.test(name)) {
      return Promise.reject(fail(String(name).slice(0, 40), 'is not named like a data file'));
    }
    if (!loading.has(name)) {
      loading.set(name, new Promise((resolve, reject) => {
        const script = element('script', {
          src: path(name),
          onload: () => {
            script.remove();
            if (registered.has(name)) {
              [...missing].filter((one) => one.startsWith(path(name))).forEach((one) => missing.delete(one));
              told([...missing]);
              resolve(registered.get(name));
            } else {
              reject(fail(name, 'holds no data of this site'));
            }
          },
          onerror: () => {
            script.remove();
            reject(fail(name, 'is missing'));
          },
        });
        document.head.append(script);
      }));
    }
    return loading.get(name);
  }

  const manifest = () => registered.get('manifest');

  /** Returns whole columns of a table: a column may be indexes into its dictionary, or a dictionary of one value for all rows. */
  function whole(part) {
    const names = new Set([...Object.keys(part.columns), ...Object.keys(part.dictionaries)]);
    return Object.fromEntries([...names].map((name) => {
      const [values, words] = [part.columns[name], part.dictionaries[name]];
      return [name, !values ? Array(part.rows).fill(words[0]) : words ? values.map((place) => words[place]) : values];
    }));
  }

  /** Reads row i; columns of a group, such as newest.p50, become an object. */
  function read(columns, i) {
    const row = {};
    for (const [name, values] of Object.entries(columns)) {
      const [group, key] = name.split('.');
      if (key) {
        (row[group] ??= {})[key] = values[i];
      } else {
        row[name] = values[i];
      }
    }
    return row;
  }

  const stamp = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');

  /** Columns of an index file with those that follow from others: the scenario, the time and the ID of each row. */
  function indexed(part) {
    if (!indexes.has(part)) {
      const { name, offset, hash, ...columns } = whole(part);
      let seconds = 0;
      columns.started = columns.started.map((since) => seconds += since);
      columns.id = name.map((one, i) => `${one.startsWith('@') ? stamp(columns.started[i] + offset[i]) + one.slice(1) : one}-${hash[i]}`);
      columns.scenario = part.counts.flatMap((count, i) => Array(count).fill(part.scenarios[i]));
      indexes.set(part, columns);
    }
    return indexes.get(part);
  }

  /** Adds the scenarios of a part of the overview. */
  function take(name, part) {
    if (decoded.has(name)) {
      return;
    }
    decoded.add(name);
    const columns = whole(part);
    columns.id.forEach((id, i) => {
      const scenario = read(columns, i);
      scenario.machineClass = manifest().machines[scenario.machine] ?? {};
      scenario.newest.scenario = id;
      scenario.change = (scenario.change?.at ?? null) === null ? null : scenario.change;
      scenario.changed ??= {};
      scenario.further ??= {};
      scenarios.set(id, scenario);
    });
  }

  const overview = async (name) => take(name, await load(name));

  /** Loads the parts of the overview in order until all are there, or enough of them. A missing part is skipped. */
  async function overviews(progress = () => {}, enough = () => false) {
    const names = manifest().overview;
    for (let i = 0; i < names.length && !enough(); i++) {
      if (!decoded.has(names[i])) {
        await overview(names[i]).catch(() => null);
        progress(i + 1, names.length);
      }
    }
  }

  /** Rows of a shard, as far as the test of columns passes. */
  function rows(name, part, passes) {
    const columns = indexed(part);
    const found = [];
    for (let i = 0; i < part.rows; i++) {
      if (passes(columns, i)) {
        found.push({ ...read(columns, i), at: i, shard: name });
      }
    }
    return found;
  }

  /** Loads shards one after the other. Each is given to use(part, name) with the count of those read; use may end it with false. */
  async function shards(indexes, use) {
    let read = 0;
    for (const index of indexes) {
      const name = manifest().shards[index]?.[0];
      const part = await load(name).catch(() => null);
      read += 1;
      if (use(part, name, read) === false) {
        return;
      }
    }
  }

  /** Returns the results of a scenario, oldest first, and what its shards hold about the series. */
  async function results(one) {
    const made = { rows: [], changes: [], breaks: [], pairs: [] };
    await shards(one.shards, (part, name) => {
      if (!part) {
        return;
      }
      const own = rows(name, part, (columns, i) => columns.scenario[i] === one.id);
      const byRow = new Map(own.map((row) => [row.at, row]));
      const trend = part.trends?.[one.id] ?? {};
      made.rows.push(...own);
      const placed = (marks) => (marks ?? []).map((mark) => ({ ...mark, result: byRow.get(mark.row) })).filter((mark) => mark.result);
      made.changes.push(...placed(trend.changes));
      made.breaks.push(...placed(trend.breaks));
      // Each file of a long scenario may repeat them.
      made.pairs = part.pairs?.[one.id] ?? made.pairs;
    });
    made.rows.sort((a, b) => a.started - b.started || (a.id < b.id ? -1 : 1));
    return made;
  }

  async function detail(row) {
    const name = registered.get(row.shard).details[Math.floor(row.at / DETAILS)];
    const { shared, results: list } = await load(name);
    const one = list[row.at % DETAILS];
    if (!one) {
      throw fail(name, `does not hold ${row.id}`);
    }
    const value = (place) => shared[place];
    const values = (tree) => Object.fromEntries(Object.entries(tree ?? {}).map(([key, place]) => [key, value(place)]));
    const each = (list) => (list ?? []).map(value);
    const probe = ({ count, labels, nanos, untrusted }) => ({ count, untrusted: value(untrusted),
      percentiles: Object.fromEntries(value(labels).map((label, i) => [label, nanos[i]])) });
    return { ...one, name: one.name ?? row.id.slice(0, -9), guarantees: value(one.guarantees), versions: value(one.versions), command: value(one.command),
      machine: { ...value(one.machine), loadBefore: one.loadBefore, stealPercent: one.stealPercent },
      accounting: Object.fromEntries((one.accounting ?? []).map((count, i) => [ACCOUNTING[i], count])),
      files: values(one.files), flags: each(one.flags), warnings: each(one.warnings), reasons: each(one.reasons),
      probes: Object.fromEntries(Object.entries(one.probes ?? {}).map(([key, packed]) => [key, probe(packed)])) };
  }

  /** Finds a result by its ID: in its scenario's shards if that is known, otherwise first in shards whose days fit the ID's. */
  async function result(id, scenarioId, progress = () => {}) {
    await overviews();
    const known = scenarioId ? scenarios.get(scenarioId) : null;
    const day = /^(\d{4})(\d\d)(\d\d)-/.exec(id)?.slice(1).join('-');
    const all = manifest().shards.map((shard, i) => i);
    const fits = (i) => day >= manifest().shards[i][2] && day <= manifest().shards[i][3];
    const order = [...new Set([...(known?.shards ?? []), ...all.filter(fits), ...all])];
    let found = null;
    await shards(order, (part, name, read) => {
      const at = part ? indexed(part).id.indexOf(id) : -1;
      if (at >= 0) {
        [found] = rows(name, part, (columns, i) => i === at);
        return false;
      }
      progress(read, order.length);
      return true;
    });
    return found;
  }

  /** Returns the results of other tools, each with what its tool cannot tell. */
  async function external() {
    const parts = await Promise.all((manifest().external?.files ?? []).map((name) => load(name).catch(() => null)));
    return parts.filter(Boolean).flatMap((part) => part.results.map((one) => ({ limits: [], ...one, ...part.tools[one.tool] })));
  }

  return {
    external, load, manifest, overviews, scenarios, shards, rows, results, result, detail,
    onMissing(listener) {
      told = listener;
      told([...missing]);
    },
  };
})();
