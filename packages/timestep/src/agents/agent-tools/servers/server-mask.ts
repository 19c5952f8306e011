import { stripVTControlCharacters } from 'node:util';
import { type Mask, createMask, TimestepError } from '../../../core/index.ts';
import type { ToolResult } from '../../../engine/port/index.ts';
import type { ToolServer, AgentFolder } from '../../folder/index.ts';

const SECRET = '[secret]';

/** Masks every text. Texts in fields for which `isSecret` returns true are replaced completely. */
export function maskValue<T>(value: T, mask: Mask, isSecret?: (name: string) => boolean): T;
export function maskValue(
  value: unknown,
  mask: Mask,
  isSecret: (name: string) => boolean = () => false,
): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item: unknown) => maskValue(item, mask, isSecret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]: [string, unknown]) => [
      mask(name),
      typeof inside === 'string' && inside !== '' && isSecret(name)
        ? SECRET
        : maskValue(inside, mask, isSecret),
    ]),
  );
}

export async function callWithMaskedResult(
  { secrets }: Pick<ToolServer, 'secrets'>,
  tokens: () => readonly string[],
  call: () => Promise<ToolResult>,
): Promise<ToolResult> {
  // The list is read after the call, because the call may obtain a token.
  const listSecrets = (): readonly string[] => [...secrets, ...tokens()];
  try {
    const result = await call();
    return listSecrets().length === 0 ? result : maskValue(result, createMask(listSecrets()));
  } catch (thrown) {
    throw maskError(thrown, createMask(listSecrets()), 'tool-failed');
  }
}

/** Other errors than `TimestepError` get the code `otherCode`. */
export function maskError(thrown: unknown, mask: Mask, otherCode: string): TimestepError {
  const code = TimestepError.isInstance(thrown) ? thrown.code : otherCode;
  return new TimestepError(code, mask(thrown instanceof Error ? thrown.message : String(thrown)));
}

/** Shorter values are ports or switches, which occur in many texts. */
const SHORTEST_SECRET = 8;

export function createFolderMask({ servers, env }: Pick<AgentFolder, 'servers' | 'env'>): Mask {
  const variables = Object.values(env).filter((value) => value !== undefined);
  return createMask([
    ...servers.flatMap((server) => server.secrets),
    ...variables.filter((value) => value.length >= SHORTEST_SECRET),
  ]);
}

/** Secrets of a server, extended by tokens that are obtained for it. */
export interface SecretList {
  /** Returns all secrets. Each addition creates a new array. */
  readonly listAll: () => readonly string[];
  /** Newest last. */
  readonly listTokens: () => readonly string[];
  readonly add: (token: string) => void;
}

/** Older tokens have expired, so a server no longer mentions them. */
const MOST_TOKENS = 8;

export function createSecretList(first: readonly string[]): SecretList {
  let tokens: readonly string[] = [];
  let all = first;
  return {
    listAll: () => all,
    listTokens: () => tokens,
    add(token) {
      if (tokens.includes(token)) return;
      tokens = [...tokens, token].slice(-MOST_TOKENS);
      all = [...first, ...tokens];
    },
  };
}

/** A mask of the current secrets, and the length of the longest one if URL-encoded. */
export interface LiveMask {
  readonly mask: Mask;
  readonly getLongestLength: () => number;
}

export function createLiveMask(secrets: () => readonly string[]): LiveMask {
  let known: readonly string[] = [];
  let mask = createMask(known);
  let longest = 0;
  const updateMask = (): void => {
    const now = secrets();
    if (now === known) return;
    known = now;
    mask = createMask(now);
    longest = Math.max(0, ...now.map((secret) => encodeURIComponent(secret).length));
  };
  return {
    mask(text) {
      updateMask();
      return mask(text);
    },
    getLongestLength() {
      updateMask();
      return longest;
    },
  };
}

const CREDENTIAL = /key|token|secret|password|credential|auth/i;
/** Shorter values occur by chance in a server's output. */
const SHORTEST_WRITTEN = 8;

/** Lists secrets and plain values in fields for secrets, in all forms in which they are printed. */
export function listServerSecrets({
  secrets,
  target,
  headers = {},
  oauth,
}: Pick<ToolServer, 'secrets' | 'target' | 'headers' | 'oauth'>): readonly string[] {
  const variables = 'command' in target ? Object.entries(target.env ?? {}) : [];
  const written = [
    ...variables.flatMap(([name, value]) => (CREDENTIAL.test(name) ? [value] : [])),
    ...Object.values(headers).flatMap((value) => [value, ...value.split(' ')]),
    ...[oauth?.clientSecret, oauth?.privateKey].filter((value) => value !== undefined),
    ...('url' in target ? listSecretsInUrl(String(target.url)) : []),
  ];
  const all = [...secrets, ...written.filter((value) => value.length >= SHORTEST_WRITTEN)];
  return [...new Set(all.flatMap(listPrintedForms))];
}

function listSecretsInUrl(address: string): string[] {
  const url = URL.parse(address);
  return url ? [url.password, ...url.searchParams.values()] : [];
}

/** Complete, in JSON with escaped quotes, and line by line. */
function listPrintedForms(value: string): string[] {
  const lines = value.split(/[\r\n]+/);
  return [value, JSON.stringify(value).slice(1, -1), ...lines].flatMap((form) => [
    form,
    toPlainText(form),
  ]);
}

/** Removes cursor movement, colors and changes of the text direction. */
export function toPlainText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[^\P{Cc}\t]|\p{Bidi_Control}/gu, '\u{FFFD}');
}
