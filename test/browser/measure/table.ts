/** Formats rows as text, numbers aligned right, with the names of the first row as the header. */
export function tableOf(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const widths = names.map((name) =>
    Math.max(name.length, ...rows.map((row) => String(row[name] ?? '').length)),
  );
  const line = (values: readonly (string | number)[]): string =>
    values
      .map((value, index) => {
        const text = String(value);
        const width = widths[index] ?? 0;
        return typeof value === 'number' ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]
    .map((values) => `${line(values)}\n`)
    .join('');
}
