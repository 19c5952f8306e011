import { parseAnyJson } from './json.ts';

/** Maximum length of a text that is indented, in characters. Longer text would not be readable anyway. */
const MAX_LENGTH = 200_000;

/** Indents a JSON object or array, keeping its numbers and their order; other text is unchanged. */
export function indentJson(text: string): string {
  if (text.length > MAX_LENGTH || !/^\s*[{[]/.test(text) || parseAnyJson(text) === undefined)
    return text;
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  const laidOut = text.matchAll(/"(?:[^"\\]|\\.)*"?|[{[]\s*[\]}]|[{}[\]:,]|[^\s{}[\]:,"]+/g);
  let out = '';
  for (const [piece] of laidOut) {
    if (piece === '{' || piece === '[') {
      depth += 1;
      out += piece + line();
    } else if (piece === '}' || piece === ']') {
      depth -= 1;
      out += line() + piece;
    } else if (piece === ',') out += piece + line();
    else if (piece === ':') out += ': ';
    else out += /^[{[]/.test(piece) ? piece.replaceAll(/\s/g, '') : piece;
  }
  return out;
}
