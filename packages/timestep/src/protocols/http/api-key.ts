import { createHash, timingSafeEqual } from 'node:crypto';
import { describeUnknownOption, isJsonObject, TimestepError } from '#core';

/**
 * Returns the principal of a request. If it returns no name, or throws an error with `status` 401 or 403, the
 * caller is rejected. Any other error is an internal failure.
 */
export type Authenticate = (request: Request) => string | undefined | Promise<string | undefined>;

/** A secret that a caller sends, and the name of that caller. */
export interface ApiKey {
  readonly key: string;
  /** Name of the caller, who can see only the tasks of this name. */
  readonly principal: string;
}

/** Thrown for unsafe API keys, such as an empty key, with which any caller would be accepted. */
export class ApiKeyError extends TimestepError {}

/**
 * Creates a function that authenticates callers by API key (bearer token or `X-API-Key`). Hashes are compared in
 * constant time. Throws `ApiKeyError`.
 */
export function createApiKeyAuthentication(
  keys: readonly ApiKey[],
): (request: Request) => string | undefined {
  assertApiKeys(keys);
  const known = keys.map(({ key, principal }) => ({ hash: hashApiKey(key), principal }));
  return (request) => findPrincipal(request, known);
}

/** Creates a function that authenticates callers by the SHA-256 hashes of API keys, in hexadecimal digits. */
export function createKeyHashAuthentication(
  hashes: readonly string[],
  principal: string,
): (request: Request) => string | undefined {
  const known = hashes.map((hash) => ({ hash: Buffer.from(hash, 'hex'), principal }));
  return (request) => findPrincipal(request, known);
}

function findPrincipal(
  { headers }: Request,
  known: readonly { readonly hash: Buffer; readonly principal: string }[],
): string | undefined {
  const key = readApiKey(headers);
  if (key === undefined) return undefined;
  const hash = hashApiKey(key);
  return known.find((entry) => timingSafeEqual(entry.hash, hash))?.principal;
}
const EXAMPLE = "[{ key: env.API_KEY, principal: 'ada' }]";
const FIELDS = { key: true, principal: true } as const;
const SPELLINGS = {
  name: 'principal',
  user: 'principal',
  secret: 'key',
  apiKey: 'key',
  token: 'key',
};

/** Throws for API keys that must be a mistake, such as an object, an empty key or the same key for two callers. */
function assertApiKeys(keys: unknown): asserts keys is readonly ApiKey[] {
  if (!Array.isArray(keys)) {
    throw new ApiKeyError(
      'not-a-list',
      `apiKeys must be a list of keys with their principals, such as ${EXAMPLE}, because keys and principals are easily exchanged in an object`,
    );
  }
  const principals = new Map<string, string>();
  for (const [at, entry] of keys.entries()) {
    const { key, principal } = requireApiKey(entry, `apiKeys[${at}]`);
    if ((principals.get(key) ?? principal) !== principal) {
      throw new ApiKeyError(
        'same-api-key',
        `the key of apiKeys[${at}] is also the key of another principal: give each principal its own key`,
      );
    }
    principals.set(key, principal);
  }
}

function requireApiKey(entry: unknown, where: string): ApiKey {
  if (!isJsonObject(entry)) {
    throw new ApiKeyError('no-principal', `${where} has no principal: write it as in ${EXAMPLE}`);
  }
  const unknown = describeUnknownOption(entry, FIELDS, SPELLINGS);
  if (unknown !== undefined)
    throw new ApiKeyError('unknown-field', `${where} is not a valid API key: it ${unknown}`);
  const { key, principal } = entry;
  if (typeof key !== 'string' || key.trim() === '') {
    throw new ApiKeyError(
      'empty-api-key',
      `the key of ${where} is empty, so any caller could use it: set a key, or remove the entry`,
    );
  }
  if (/\s/.test(key)) {
    throw new ApiKeyError(
      'space-in-api-key',
      `the key of ${where} has a space: callers cannot send it`,
    );
  }
  if (typeof principal !== 'string' || principal === '') {
    throw new ApiKeyError('empty-principal', `${where} has no principal: set one`);
  }
  if (principal === key) {
    throw new ApiKeyError(
      'key-as-principal',
      `the principal of ${where} is its key: logs and lists of tasks would show the key`,
    );
  }
  return { key, principal };
}

function readApiKey(headers: Headers): string | undefined {
  const [, token] = /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return token ?? (headers.get('x-api-key') || undefined);
}

function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
