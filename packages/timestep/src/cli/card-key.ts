import { readFile } from 'node:fs/promises';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import type { ServeOptions } from '../server/index.ts';
import { CommandError, usage } from './command-error.ts';
import { textOf, textsOf, type Option, type OptionValues, type Surroundings } from './command.ts';
import { withEnvironment } from './with-environment.ts';

/** The option of a command that serves cards. */
export const CARD_KEY_OPTION: Option = {
  type: 'string',
  value: 'FILE',
  about: 'signs cards with this private key (PEM or JWK); or ${env:NAME}, which holds the key',
};

/** The option of a command that keeps an address. */
export const PEER_KEY_OPTION: Option = {
  type: 'string',
  value: 'FILE|URL',
  about:
    'its card must be signed with this public key (PEM, JWK or JWK Set), which is kept; may be repeated',
  isRepeated: true,
};

/** What cards are signed with. Throws `CommandError`, which shows nothing of the key. */
export async function cardKeyIn(
  values: OptionValues,
  env: Surroundings['env'],
): Promise<Pick<ServeOptions, 'cardKey'>> {
  const given = textOf(values, 'card-key');
  if (given === undefined) return {};
  const text = withEnvironment(given, env);
  const isKey = text.includes('-----BEGIN') || text.trimStart().startsWith('{');
  return { cardKey: { key: isKey ? text : await fileAt(text) } };
}

/** The public keys that options name, as JWK. Throws `CommandError`. */
export async function peerKeysIn(values: OptionValues): Promise<readonly JsonObject[]> {
  const { createPublicKey } = await import('node:crypto');
  const read = async (place: string): Promise<readonly JsonObject[]> => {
    const text = /^https?:/i.test(place) ? await textAt(place) : await fileAt(place);
    try {
      if (text.includes('-----BEGIN')) {
        return [createPublicKey(text).export({ format: 'jwk' }) as JsonObject];
      }
      const found = keysIn(JSON.parse(text) as JsonValue).map((jwk) => {
        const { kid } = jwk;
        const key = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'jwk' });
        return { ...key, ...(typeof kid === 'string' && { kid }) };
      });
      if (found.length > 0) return found;
    } catch {
      // A text that holds no key may be a secret of another kind: the refusal below does not show it.
    }
    throw usage(`--card-key ${place} holds no public key: give PEM, a JWK or a JWK Set`);
  };
  const all = await Promise.all(textsOf(values, 'card-key').map(read));
  return all.flat();
}

function keysIn(given: JsonValue): readonly JsonObject[] {
  if (!isJsonObject(given)) return [];
  const { keys } = given;
  return Array.isArray(keys) ? keys.filter((one: JsonValue) => isJsonObject(one)) : [given];
}

async function fileAt(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw usage(`--card-key ${path} cannot be read (${why})`);
  }
}

const ANSWER_MS = 10_000;

async function textAt(url: string): Promise<string> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const { ok, status, body } = await fetch(url, { redirect: 'manual', signal });
    if (!ok) throw usage(`--card-key ${url} answered HTTP ${status}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      if (chunks.reduce((sum, { length }) => sum + length, 0) > MOST_BYTES) break;
    }
    return Buffer.concat(chunks).toString();
  } catch (thrown) {
    throw thrown instanceof CommandError ? thrown : usage(`--card-key ${url} cannot be reached`);
  }
}

const MOST_BYTES = 64 * 1024;
