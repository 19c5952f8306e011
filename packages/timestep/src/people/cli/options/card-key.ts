import { readFile } from 'node:fs/promises';
import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import { networkFetch, NetworkError } from '#protocols/http';
import type { ServeOptions } from '#serving/server';
import { CommandError, createUsageError } from '../command-error.ts';
import type { Option, OptionValues, CommandContext } from '../command.ts';
import { substituteVariables } from './substitute-variables.ts';

export const CARD_KEY_OPTION: Option = {
  value: 'FILE',
  about: 'private key for signing agent cards (PEM or JWK): a file, or the key as ${env:NAME}',
};

export const PUBLIC_KEY_OPTION: Option = {
  value: 'FILE|URL',
  about:
    'public key with which the agent card must be signed (PEM, JWK or JWK Set); saved with the agent',
  isRepeated: true,
};

/** Reads the private key for signing agent cards. No error message contains the key. */
export async function readCardKey(
  values: OptionValues,
  env: CommandContext['env'],
): Promise<Pick<ServeOptions, 'cardKey'>> {
  const given = values.text('card-key');
  if (given === undefined) return {};
  const text = substituteVariables(given, env);
  const isKey = text.includes('-----BEGIN') || text.trimStart().startsWith('{');
  return { cardKey: { key: isKey ? text : await readKeyFile(text) } };
}

/** Reads the public keys given with `--card-key`, as JWK. Throws `CommandError`. */
export async function readPublicKeys(values: OptionValues): Promise<readonly JsonObject[]> {
  const { createPublicKey } = await import('node:crypto');
  const read = async (place: string): Promise<readonly JsonObject[]> => {
    const text = /^https?:/i.test(place) ? await fetchKeyText(place) : await readKeyFile(place);
    try {
      if (text.includes('-----BEGIN')) {
        return [createPublicKey(text).export({ format: 'jwk' }) as JsonObject];
      }
      const found = listJwksIfAny(JSON.parse(text) as JsonValue).map((jwk) => {
        const { kid } = jwk;
        const key = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'jwk' });
        return { ...key, ...(typeof kid === 'string' && { kid }) };
      });
      if (found.length > 0) return found;
    } catch {
      // The parse error is dropped, because it would show the file, which may contain secrets.
    }
    throw createUsageError(
      `--card-key ${place} contains no public key: give PEM, a JWK or a JWK Set`,
    );
  };
  const all = await Promise.all(values.texts('card-key').map(read));
  return all.flat();
}

function listJwksIfAny(given: JsonValue): readonly JsonObject[] {
  if (!isJsonObject(given)) return [];
  const { keys } = given;
  return Array.isArray(keys) ? keys.filter((one: JsonValue) => isJsonObject(one)) : [given];
}

async function readKeyFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw createUsageError(`--card-key ${path} cannot be read (${why})`);
  }
}

const FETCH_TIMEOUT_MS = 10_000;

async function fetchKeyText(url: string): Promise<string> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  try {
    const { ok, status, body } = await networkFetch(url, { redirect: 'manual', signal });
    if (!ok) throw createUsageError(`--card-key ${url} returned HTTP ${status}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      if (chunks.reduce((sum, { length }) => sum + length, 0) > MAX_BYTES) break;
    }
    return Buffer.concat(chunks).toString();
  } catch (thrown) {
    if (thrown instanceof CommandError) throw thrown;
    const { cause } = thrown as Error;
    const why = cause instanceof NetworkError ? `: ${cause.message}` : '';
    throw createUsageError(`--card-key ${url} is unreachable${why}`);
  }
}

const MAX_BYTES = 64 * 1024;
