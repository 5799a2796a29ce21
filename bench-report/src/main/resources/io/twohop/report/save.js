/** Files that a page lets its reader save. */
const Save = (() => {
  function address(name, url) {
    element('a', { href: url, download: name }).click();
  }

  function text(name, type, content) {
    const url = URL.createObjectURL(new Blob([content], { type }));
    address(name, url);
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  /** Writes a cell; a text that begins like a formula must not become one in a spreadsheet. */
  function cell(value) {
    const given = value === null || value === undefined ? '' : String(value);
    const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(given) ? "'" + given : given;
    return /[",\r\n]/.test(safe) ? '"' + safe.replaceAll('"', '""') + '"' : safe;
  }

  const csv = (name, rows) => text(name, 'text/csv', rows.map((row) => row.map(cell).join(',')).join('\n') + '\n');

  return { address, text, csv };
})();
