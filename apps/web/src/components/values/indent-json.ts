import { parseJson } from './parse-json.ts';

/** In characters. Indenting would not make longer text readable. */
const MAX_LENGTH = 200_000;

/** Numbers, strings and order stay; text that is no JSON object or array is returned unchanged. */
export function indentJson(text: string): string {
  if (text.length > MAX_LENGTH || !/^\s*[{[]/.test(text) || parseJson(text) === undefined)
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
