/** What a name of the program means to users, by name, in the order of the page. */
export type Meanings = Readonly<Record<string, string>>;

/** Names of the program that a page leaves out, or describes though the program has them not. */
export function findUndescribed(
  found: readonly string[],
  meanings: Meanings,
  file: string,
): string[] {
  const names = new Set(found);
  const described = Object.keys(meanings);
  return [
    ...[...names]
      .filter((name) => !described.includes(name))
      .map((name) => `${file} lacks ${name}`),
    ...described
      .filter((name) => !names.has(name))
      .map((name) => `${file} describes ${name}, which the program does not have`),
  ];
}

/** Formats the rows of a table, the first cell of each as code. */
export function formatRows(rows: readonly (readonly [name: string, ...cells: string[]])[]): string {
  return rows
    .map(([name, ...cells]) => {
      const escaped = [`\`${name}\``, ...cells].map((cell) =>
        escapeText(cell).replaceAll('|', '\\|').replaceAll(/\s+/g, ' '),
      );
      return `| ${escaped.join(' | ')} |`;
    })
    .join('\n');
}

/** Keeps a page from reading a placeholder such as `<id>` as an element. Code is left as it is. */
export function escapeText(text: string): string {
  const parts = text.split('`');
  return parts.map((part, at) => (at % 2 === 0 ? part.replaceAll('<', '\\<') : part)).join('`');
}
