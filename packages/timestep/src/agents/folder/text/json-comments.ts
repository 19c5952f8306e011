import type { SyntaxKind } from 'jsonc-parser';
import { loadJsonParser } from './load-parsers.ts';

/** Token kinds of `jsonc-parser`, as numbers of its enum `SyntaxKind`. */
const CLOSING: readonly SyntaxKind[] = [2, 4];
const COMMA: SyntaxKind = 5;
const COMMENTS: readonly SyntaxKind[] = [12, 13];
const BLANK: readonly SyntaxKind[] = [14, 15];
const END: SyntaxKind = 17;

/** Replaces comments and trailing commas of JSON by blanks, so that line numbers stay the same. */
export function jsonWithCommentsToJson(text: string): string {
  if (!/\/[/*]|,\s*[}\]]/.test(text)) return text;
  const scanner = loadJsonParser().createScanner(text);
  const pieces: string[] = [];
  let comma: number | undefined;
  for (let kind = scanner.scan(); kind !== END; kind = scanner.scan()) {
    const from = scanner.getTokenOffset();
    const piece = text.slice(from, from + scanner.getTokenLength());
    const isComment = COMMENTS.includes(kind);
    if (CLOSING.includes(kind) && comma !== undefined) pieces[comma] = ' ';
    if (!isComment && !BLANK.includes(kind)) comma = kind === COMMA ? pieces.length : undefined;
    pieces.push(isComment ? piece.replaceAll(/[^\n]/g, ' ') : piece);
  }
  return pieces.join('');
}
