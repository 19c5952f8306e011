import { escapeHiddenInJson, formatForeignLine } from '#core';
import type { OptionValues } from '../command.ts';

export function truncateAndCountRest(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength)}… (${text.length - maxLength} more characters)`;
}

/** Quotes a text for a shell, because remote agents choose ids. */
export function quoteShellWord(text: string): string {
  const plain = formatForeignLine(text);
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
  if (values.isSet('json')) return formatJson(json, indent);
  return `${lines.join('\n')}\n`;
}

/** Formats a value as JSON, on one line or indented. Invisible characters are escaped. */
export function formatJson(value: unknown, indent?: number): string {
  return `${escapeHiddenInJson(JSON.stringify(value, undefined, indent))}\n`;
}
