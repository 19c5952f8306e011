import { execFile, spawnSync } from 'node:child_process';
import { isJsonObject, type JsonValue } from '../core/index.ts';
import type { EnvironmentVariables } from '../model/index.ts';

/** What the texts of a folder may name instead of holding it. */
export interface Secrets {
  /** A variable of the environment; `undefined` where it is not set. */
  variable(name: string): string | undefined;
  /** What `op read` gave for a reference, as `op://vault/item/field`; `undefined` where it failed. */
  stored(reference: string): string | undefined;
  readonly ifMissing: IfMissing;
}

/** What a secret is that cannot be read: it keeps the agent from being used, or not. */
export type IfMissing = 'mistake' | 'warning' | 'ignored';

/** What was read for each reference; `undefined` where that failed. */
export type StoredSecrets = ReadonlyMap<string, string | undefined>;

const SCHEME = 'op://';
/** A person may have to unlock the store. */
const TIME_LIMIT_MS = 30_000;
const MOST_BYTES = 1 << 20;

/** True for a text that names a secret of a password store. */
export function isStoredSecret(text: string): boolean {
  return text.startsWith(SCHEME);
}

/** The references in any texts of a value, each once. */
export function referencesIn(value: JsonValue | undefined): string[] {
  const found = new Set<string>();
  const visit = (inside: JsonValue | undefined): void => {
    if (typeof inside === 'string' && isStoredSecret(inside)) found.add(inside);
    else if (Array.isArray(inside)) inside.forEach(visit);
    else if (isJsonObject(inside)) Object.values(inside).forEach(visit);
  };
  visit(value);
  return [...found];
}

/** Reads secrets with the command of 1Password, one call for each, and waits for them. */
export function readStoredSync(
  references: readonly string[],
  env: EnvironmentVariables,
  timeLimitMs: number = TIME_LIMIT_MS,
): StoredSecrets {
  return new Map(
    references.map((reference) => {
      const { status, stdout } = spawnSync('op', argumentsFor(reference), {
        env,
        encoding: 'utf8',
        timeout: timeLimitMs,
        killSignal: 'SIGKILL',
        maxBuffer: MOST_BYTES,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return [reference, status === 0 ? withoutLineEnd(stdout) : undefined];
    }),
  );
}

/** The same without waiting; `known` are not read again. */
export async function readStored(
  references: readonly string[],
  env: EnvironmentVariables,
  known: StoredSecrets = new Map(),
  timeLimitMs: number = TIME_LIMIT_MS,
): Promise<StoredSecrets> {
  const options = {
    env,
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_BYTES,
  } as const;
  const each = references.map(async (reference): Promise<[string, string | undefined]> => {
    const before = known.get(reference);
    if (before !== undefined) return [reference, before];
    return new Promise((resolve) => {
      execFile('op', argumentsFor(reference), options, (failure, stdout) =>
        resolve([reference, failure ? undefined : withoutLineEnd(stdout)]),
      );
    });
  });
  return new Map(await Promise.all(each));
}

function argumentsFor(reference: string): string[] {
  return ['read', '--no-newline', '--', reference];
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}
