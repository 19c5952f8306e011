/** Texts, comments, and commas before the end of a list or an object. */
const PIECES =
  /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|,(?=(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*[}\]])/g;

/** Replaces comments and last commas of JSON, as editors write them, by blanks, so that lines stay. */
export function removeComments(text: string): string {
  if (!/\/[/*]|,\s*[}\]]/.test(text)) return text;
  return text.replaceAll(PIECES, (piece) =>
    piece.startsWith('"') ? piece : piece.replaceAll(/[^\n]/g, ' '),
  );
}
