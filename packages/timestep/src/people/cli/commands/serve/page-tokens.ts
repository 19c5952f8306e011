import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { isJsonObject, parseJson, type JsonValue } from '#core';

/**
 * Milliseconds for which a page opened with a token stays signed in, even if the server restarts.
 */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** Maximum number of stored access tokens of the page; the oldest are removed. */
const MAX_TOKENS = 20;
const OWNER_ONLY = 0o600;

interface KeptToken {
  /** SHA-256 of the token in hexadecimal digits: a reader of the file cannot sign in with it. */
  readonly hash: string;
  /** Time at which the token expires, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Stores the hash of this start's token in a private file, and returns the hashes of earlier
 * tokens, so that open pages stay signed in after a restart. If the file cannot be used, open pages
 * are signed out.
 */
export function storeTokenAndListHashes(
  file: string,
  token: string,
  now: number,
): readonly string[] {
  const earlier = readKeptTokens(file).filter(({ expiresAt }) => expiresAt > now);
  const own = { hash: hashToken(token), expiresAt: now + LIFETIME_MS };
  try {
    const tokens = [own, ...earlier].slice(0, MAX_TOKENS);
    writeFileSync(file, JSON.stringify({ tokens }), { mode: OWNER_ONLY });
    chmodSync(file, OWNER_ONLY);
  } catch {
    // If the file cannot be written, the token is still valid until this process ends.
  }
  return earlier.map(({ hash }) => hash);
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function readKeptTokens(file: string): readonly KeptToken[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  const value = parseJson(text);
  const tokens = isJsonObject(value) ? value['tokens'] : undefined;
  return Array.isArray(tokens) ? tokens.flatMap(parseKeptToken) : [];
}

function parseKeptToken(value: JsonValue): readonly KeptToken[] {
  if (!isJsonObject(value)) return [];
  const { hash, expiresAt } = value;
  const isHash = typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
  return isHash && typeof expiresAt === 'number' ? [{ hash, expiresAt }] : [];
}
