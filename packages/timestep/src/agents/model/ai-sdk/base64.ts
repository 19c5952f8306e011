import { trimTrailing } from '#core';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Normalizes base64 for providers: no blanks, `+` and `/`, padding. Undefined if a text is not
 * base64 or has no bytes.
 */
export function normalizeBase64(text: string): string | undefined {
  if (text.length % 4 === 0 && BASE64.test(text)) return text;
  const plain = decodePercentBytes(text)
    .replaceAll(/\s/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  const digits = trimTrailing(plain, '=');
  if (digits.length % 4 === 1 || !BASE64.test(digits)) return undefined;
  return digits.padEnd(Math.ceil(digits.length / 4) * 4, '=');
}

function decodePercentBytes(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_found, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );
}
