const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Returns base64 in the form that providers require: no blanks, the characters `+` and `/`, padding.
 * Undefined for other texts, and for a text without bytes.
 */
export function normalizeBase64(text: string): string | undefined {
  if (text.length % 4 === 0 && BASE64.test(text)) return text;
  const plain = decodePercents(text)
    .replaceAll(/\s+|=+$/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  if (plain.length % 4 === 1 || !BASE64.test(plain)) return undefined;
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, '=');
}

function decodePercents(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_found, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );
}
