/** The rows of a CSV text by the names in its first line (RFC 4180); quoted cells may hold commas and lines. */
export function readCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = cellsOf(text);
  return rows.map((cells) =>
    Object.fromEntries(head.map((name, at) => [name.trim(), cells[at]?.trim() ?? ''])),
  );
}

function cellsOf(text: string): string[][] {
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
