/** Creates an element; strings become text, never markup. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) {
      made.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(key, value === true ? '' : value);
    }
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

function table(caption, columns, rows) {
  return element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    element('table', {},
      element('caption', {}, caption),
      element('thead', {}, element('tr', {}, columns.map((column) =>
        element('th', { scope: 'col', class: column.text ? 'text' : null }, column.title)))),
      element('tbody', {}, rows.map((row) => element('tr', {}, row.map((cell, i) =>
        element('td', { class: columns[i].wrap ? 'text wrap' : columns[i].text ? 'text' : columns[i].words ? 'words' : null }, cell)))))));
}

function facts(pairs) {
  return element('dl', { class: 'facts' }, pairs.filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([key, value]) => [element('dt', {}, key), element('dd', {}, value)]));
}

function section(id, title, ...children) {
  return element('section', { id, 'aria-labelledby': id + '-title' },
    element('h2', { id: id + '-title' }, title), ...children);
}

const Theme = {
  dark: () => window.matchMedia('(prefers-color-scheme: dark)').matches,
  value: (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim(),
  palette() {
    return this.dark()
      ? ['#7fb4f2', '#f5a26f', '#6fce96', '#cba3f2', '#e3c661', '#62d2e0', '#f496bd', '#b6c1cc', '#c6d65e', '#dfa694']
      : ['#1f5fa8', '#c2410c', '#15803d', '#7e3fa3', '#946200', '#0e7490', '#be185d', '#4d5a66', '#5b6d00', '#7a3b2e'];
  },
  color(index) {
    const palette = this.palette();
    return palette[index % palette.length];
  },
};
