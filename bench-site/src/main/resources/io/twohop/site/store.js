/** The site's data files. Each is a script that calls register(key, data), since a page of file: cannot fetch. */
const Store = (() => {
  const NAME = /^(?:manifest|(?:overview|index|detail)-[0-9a-f]{12})$/;
  const registered = new Map();
  const loading = new Map();
  const decoded = new Map();
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

  function cell(part, columns, column, i) {
    const raw = columns[column]?.[i] ?? null;
    const words = part.dictionaries?.[column];
    return raw !== null && words ? words[raw] ?? null : raw;
  }

  /** Reads row i; a group of columns, which is no array, becomes an object. */
  function read(part, columns, i) {
    return Object.fromEntries(Object.keys(columns).map((key) => [key,
      Array.isArray(columns[key]) ? cell(part, columns, key, i) : read(part, columns[key], i)]));
  }

  /** Adds the scenarios of a part of the overview. */
  function take(name, part) {
    if (decoded.has(name)) {
      return;
    }
    decoded.set(name, part);
    part.columns.id.forEach((id, i) => {
      const scenario = read(part, part.columns, i);
      scenario.machineClass = manifest().machines[scenario.machine] ?? {};
      scenario.newest.scenario = id;
      scenario.change = (scenario.change?.at ?? null) === null ? null : scenario.change;
      scenario.changed ??= {};
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

  async function scenario(id) {
    await overviews(undefined, () => scenarios.has(id));
    return scenarios.get(id) ?? null;
  }

  /** Rows of a shard, as far as the test of columns passes. */
  function rows(name, part, passes) {
    const found = [];
    for (let i = 0; i < part.columns.id.length; i++) {
      if (passes(part, i)) {
        const row = read(part, part.columns, i);
        row.scenario = part.scenarios[row.scenario];
        row.at = i;
        row.shard = name;
        found.push(row);
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
      const index = part.scenarios.indexOf(one.id);
      const own = rows(name, part, (shard, i) => shard.columns.scenario[i] === index);
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
    const part = registered.get(row.shard);
    const [index, at] = row.detail;
    const shard = await load(part.details[index]);
    const one = shard.results[at];
    if (one?.id !== row.id) {
      throw fail(part.details[index], `does not hold ${row.id}`);
    }
    const text = (place) => (Number.isInteger(place) ? shard.texts[place] : place) ?? '';
    return { ...one, command: text(one.command), files: Object.fromEntries(Object.entries(one.files ?? {}).map(([key, place]) => [key, text(place)])) };
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
      const at = part ? part.columns.id.indexOf(id) : -1;
      if (at >= 0) {
        [found] = rows(name, part, (shard, i) => i === at);
        return false;
      }
      progress(read, order.length);
      return true;
    });
    return found;
  }

  return {
    load, manifest, overview, overviews, scenario, scenarios, shards, rows, results, result, detail, cell,
    onMissing(listener) {
      told = listener;
      told([...missing]);
    },
  };
})();
