import { listArgumentRows, quoteIfAmbiguous, type ArgumentRow } from '#people/view';
import { escapeHidden, escapeHiddenInJson, formatArguments } from '#core';
import type { Typeset } from './style.ts';

/** Matches texts of one line in which no space could be overlooked. */
const PLAIN = /^\S+(?: \S+)*$/;

/**
 * Formats the arguments of a call as a name and a value in each line; as JSON if they cannot be listed. Different
 * arguments are shown differently.
 */
export function formatArgumentFields(
  written: string,
  wrapText: Typeset['wrapText'],
): readonly string[] {
  const rows = listArgumentRows(written);
  if (!rows || rows.length === 0) return wrapText(formatArguments(written));
  return rows.flatMap((row) => formatField(row, wrapText));
}

function formatField(row: ArgumentRow, wrapText: Typeset['wrapText']): readonly string[] {
  const { depth, name, kind, text } = row;
  const head = `${'  '.repeat(depth)}${name}:`;
  if (kind === 'group') return wrapText(head);
  if (kind === 'value') return wrapText(`${head} ${text}`);
  const isPlain =
    PLAIN.test(text) && escapeHidden(text) === text && quoteIfAmbiguous(text) === undefined;
  const lines = wrapText(`${head} ${text}`);
  // A text without quotes that goes on in the next line could be read as another argument.
  if (isPlain && lines.length === 1) return lines;
  return wrapText(`${head} ${escapeHiddenInJson(JSON.stringify(text))}`);
}
