import { createHash, timingSafeEqual } from 'node:crypto';
import { TimestepError } from '../core/index.ts';

/**
 * Finds out who sent a request. Nothing, or an empty name, means nobody we know; so does an error
 * whose `status` is 401 or 403. Any other error means that it could not be found out.
 */
export type Authenticate = (request: Request) => string | undefined | Promise<string | undefined>;

/** Keys that would let strangers in. */
export class ApiKeyError extends TimestepError {}

/**
 * Knows callers by API key, sent as a bearer token or as `X-API-Key`. Takes principals by key;
 * only hashes are kept, and they are compared without telling how far they agree. Throws `ApiKeyError`
 * for an empty key or principal.
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
      'an API key is empty, so that anybody could send it: set a key, or leave keys out',
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
