/** A longer text is shown as it is, because indenting would not make it readable. */
const MOST = 200_000;

/**
 * JSON text with line breaks and indents; numbers, strings and order stay as written. Text that is
 * not a JSON object or array stays as it is.
 */
export function indentedJson(text: string): string {
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
