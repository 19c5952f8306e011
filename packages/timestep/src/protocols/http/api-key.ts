import { createHash, timingSafeEqual } from 'node:crypto';
import { TimestepError } from '#core';

/**
 * Returns the principal of a request. Without a name, or with an error with `status` 401 or 403,
 * the caller is unknown. Any other error is an internal failure.
 */
export type Authenticate = (request: Request) => string | undefined | Promise<string | undefined>;

/** Thrown for an empty API key or principal, which would let strangers in. */
export class ApiKeyError extends TimestepError {}

/**
 * Authenticates callers by API key (bearer token or `X-API-Key`), from a map of keys to principals.
 * Hashes are compared in constant time. Throws `ApiKeyError`.
 */
export function createApiKeyAuthentication(
  principals: Readonly<Record<string, string>>,
): (request: Request) => string | undefined {
  const known = Object.entries(principals).map(([key, principal]) => {
    rejectEmptyKeyOrPrincipal(key, principal);
    return { hash: hashKey(key), principal };
  });
  return (request) => {
    const key = readApiKey(request.headers);
    if (key === undefined) return undefined;
    const hash = hashKey(key);
    return known.find((entry) => timingSafeEqual(entry.hash, hash))?.principal;
  };
}

function rejectEmptyKeyOrPrincipal(key: string, principal: string): void {
  if (key.trim() === '') {
    throw new ApiKeyError(
      'empty-api-key',
      'an API key is empty, so any caller could use it: set a key, or remove the entry',
    );
  }
  if (principal === '') {
    throw new ApiKeyError('empty-principal', 'an API key has no principal: set one');
  }
}

function readApiKey(headers: Headers): string | undefined {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return token ?? (headers.get('x-api-key') || undefined);
}

function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
