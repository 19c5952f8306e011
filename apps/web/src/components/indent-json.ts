/**
 * Maximum length in characters. Longer text is not indented, because indenting would not make it
 * readable.
 */
const MAX_LENGTH = 200_000;

/**
 * Adds line breaks and indentation to JSON text. Numbers, strings and order remain unchanged. Text
 * that is not a JSON object or array is returned unchanged.
 */
export function indentJson(text: string): string {
  if (text.length > MAX_LENGTH || !/^\s*[{[]/.test(text) || !isValidJson(text)) return text;
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

function isValidJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
