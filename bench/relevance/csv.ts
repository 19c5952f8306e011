/**
 * Parses the rows of a CSV text by the names in its first line (RFC 4180); quoted cells may contain
 * commas and line breaks.
 */
export function parseCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = parseCells(text);
  return rows.map((cells) =>
    Object.fromEntries(head.map((name, at) => [name.trim(), cells[at]?.trim() ?? ''])),
  );
}

function parseCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, bare = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/g,
  )) {
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ',') continue;
    if (row.some((cell) => cell !== '')) rows.push(row);
    row = [];
  }
  return rows;
}
