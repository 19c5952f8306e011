/** Beyond it a text is shown as it is: laying it out would help nobody. */
const MOST = 200_000;

/**
 * JSON text on lines of its own, with its numbers, strings and order as they were written; text that
 * is no JSON object or array as it is.
 */
export function indentJson(text: string): string {
  if (text.length > MOST || !/^\s*[{[]/.test(text) || !isJson(text)) return text;
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
