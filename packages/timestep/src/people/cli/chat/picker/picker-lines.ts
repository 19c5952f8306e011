import { formatForeignText } from '#core';
import type { Typeset } from '../style.ts';
import { CURSOR_MARKER } from '../terminal-library.ts';
import { listMatchingRows, type Picker, type PickerRow } from './picker.ts';

const MAX_ROWS = 8;
/** Maximum number of characters of a text to format. A terminal is narrower than that. */
const MAX_CHARACTERS = 1000;

/** Formats a list with its search line, which takes the place of the editor. */
export function formatPicker(picker: Picker, typeset: Typeset): readonly string[] {
  const { style, truncateText } = typeset;
  const { rows, query, selected, title, empty } = picker;
  const matches = listMatchingRows(picker);
  const from = Math.max(0, Math.min(selected - MAX_ROWS + 1, matches.length - MAX_ROWS));
  const shown = matches.slice(from, from + MAX_ROWS);
  const state = rows === undefined ? 'reading …' : `${matches.length} of ${rows.length}`;
  const none = rows === undefined ? '' : rows.length === 0 ? empty : 'Nothing matches.';
  return [
    truncateText(`${style.bold(title)} ${style.dim(`(${state})`)}`),
    truncateText(`${style.cyan('/')} ${formatForeignText(query)}${CURSOR_MARKER}`),
    ...shown.map((row, at) => truncateText(formatPickerRow(row, from + at === selected, typeset))),
    ...(shown.length === 0 && none !== '' ? [truncateText(style.dim(`  ${none}`))] : []),
  ];
}

function formatPickerRow(
  { text, about }: PickerRow,
  isSelected: boolean,
  { style }: Typeset,
): string {
  const shown = formatPickerText(text);
  const beside = about === undefined ? '' : style.dim(`  ${formatPickerText(about)}`);
  return isSelected ? `${style.cyan(`› ${shown}`)}${beside}` : `  ${shown}${beside}`;
}

function formatPickerText(text: string): string {
  return formatForeignText(text.slice(0, MAX_CHARACTERS).replaceAll(/\s+/g, ' '));
}
