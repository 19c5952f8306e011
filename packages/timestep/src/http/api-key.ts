import { createHash, timingSafeEqual } from 'node:crypto';
import { TimestepError } from '../core/index.ts';

/**
 * Finds out who sent a request. Nothing, an empty name, or an error whose `status` is 401 or 403
 * means that the sender is not known. Any other error means that the server could not find out.
 */
export type Authenticate = (request: Request) => string | undefined | Promise<string | undefined>;

/** A key, or a principal, with which strangers could get in. */
export class ApiKeyError extends TimestepError {}

/**
 * Recognises callers by API key, sent as a bearer token or as `X-API-Key`. Takes principals by key;
 * only hashes are kept, and they are compared in constant time. Throws `ApiKeyError` for an empty
 * key or principal.
 */
export function apiKeyAuthentication(
  principals: Readonly<Record<string, string>>,
): (request: Request) => string | undefined {
  const known = Object.entries(principals).map(([key, principal]) => {
    refuseEmpty(key, principal);
    return { hash: hashOf(key), principal };
  });
  return (request) => {
    const key = sentKey(request.headers);
    if (key === undefined) return undefined;
    const hash = hashOf(key);
    return known.find((entry) => timingSafeEqual(entry.hash, hash))?.principal;
  };
}

function refuseEmpty(key: string, principal: string): void {
  if (key.trim() === '') {
    throw new ApiKeyError(
      'empty-api-key',
      'an API key is empty, so that any caller could send it: set a key, or leave keys out',
    );
  }
  if (principal === '') {
    throw new ApiKeyError('empty-principal', 'an API key has no principal: name one');
  }
}

function sentKey(headers: Headers): string | undefined {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return token ?? (headers.get('x-api-key') || undefined);
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
