import type { OptionValues } from '../command.ts';

/** Replaces control characters except line breaks and tabs, so that text cannot move the cursor. */
export function replaceControlCharacters(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\u{FFFD}');
}

/** Replaces control characters in untrusted text and joins its lines. */
export function toPlainLine(text: string): string {
  return replaceControlCharacters(text.replaceAll(/\s+/g, ' '));
}

export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength)}… (${text.length - maxLength} more characters)`;
}

/** Quotes a text for a shell, because remote agents choose ids. */
export function quoteShellWord(text: string): string {
  const plain = toPlainLine(text);
  return /^[\w.:/@%+,=-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}

export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Formats the result of a command: as JSON with `--json`, otherwise as lines of text. */
export function formatResult(
  values: OptionValues,
  json: unknown,
  lines: readonly string[],
  indent?: number,
): string {
  if (values.isSet('json')) return `${JSON.stringify(json, undefined, indent)}\n`;
  return `${lines.join('\n')}\n`;
}
