import { createHash, timingSafeEqual } from 'node:crypto';

/** Finds out who sent a request; `undefined` means nobody we know. */
export type Authenticate = (request: Request) => string | undefined;

/**
 * Knows callers by API key, sent as a bearer token or as `X-API-Key`. Takes principals by key;
 * only hashes are kept, and they are compared without telling how far they agree.
 */
export function apiKeyAuthentication(principals: Readonly<Record<string, string>>): Authenticate {
  const known = Object.entries(principals).map(([key, principal]) => ({
    hash: hashOf(key),
    principal,
  }));
  return (request) => {
    const key = sentKey(request.headers);
    if (key === undefined) return undefined;
    const hash = hashOf(key);
    return known.find((entry) => timingSafeEqual(entry.hash, hash))?.principal;
  };
}

function sentKey(headers: Headers): string | undefined {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return token ?? headers.get('x-api-key') ?? undefined;
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
