/** Part of a text: what is visible, or white space that is easily overlooked. */
export interface TextPart {
  readonly kind: 'visible' | 'spaces' | 'tab' | 'break';
  readonly text: string;
}

/**
 * Splits a text at white space that is easily overlooked, so that it can be marked: line breaks, tabs, spaces at
 * the end of a line or the beginning of the text, and several spaces in a line.
 */
export function splitWhiteSpace(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(/\n|\t| +/g)) {
    if (found.startsWith(' ') && !isWhiteSpaceEasilyMissed(text, index, index + found.length))
      continue;
    if (index > from) parts.push({ kind: 'visible', text: text.slice(from, index) });
    const kind = found === '\n' ? 'break' : found === '\t' ? 'tab' : 'spaces';
    parts.push({ kind, text: found });
    from = index + found.length;
  }
  if (from < text.length) parts.push({ kind: 'visible', text: text.slice(from) });
  return parts;
}

function isWhiteSpaceEasilyMissed(text: string, from: number, to: number): boolean {
  if (from === 0 || to === text.length || text[to] === '\n') return true;
  return to - from > 1 && text[from - 1] !== '\n';
}
