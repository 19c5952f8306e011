import { execFile, spawnSync } from 'node:child_process';
import { isJsonObject, type JsonValue } from '../../../core/index.ts';
import type { EnvironmentVariables } from '../../model/index.ts';

/** Sources of secrets that the texts of a folder refer to. */
export interface SecretSource {
  /** Returns an environment variable. Undefined if it is not set. */
  getVariable(name: string): string | undefined;
  /**
   * Returns the output of `op read` for a reference such as `op://vault/item/field`. Undefined if
   * the command failed.
   */
  getStoredSecret(reference: string): string | undefined;
  readonly ifMissing: IfMissing;
}

/** How to treat a secret that cannot be read: as an error, as a warning, or not at all. */
export type IfMissing = 'mistake' | 'warning' | 'ignored';

/** The secret of each reference. Undefined if it could not be read. */
export type StoredSecrets = ReadonlyMap<string, string | undefined>;

const SCHEME = 'op://';
/** Milliseconds to wait for the password store, because a user may have to unlock it. */
const TIME_LIMIT_MS = 30_000;
const MOST_BYTES = 1 << 20;

/** Checks whether a text refers to a secret in a password store. */
export function isSecretReference(text: string): boolean {
  return text.startsWith(SCHEME);
}

/** Lists the distinct secret references in all texts of a value. */
export function collectSecretReferences(value: JsonValue | undefined): string[] {
  const found = new Set<string>();
  const visit = (inside: JsonValue | undefined): void => {
    if (typeof inside === 'string' && isSecretReference(inside)) found.add(inside);
    else if (Array.isArray(inside)) inside.forEach(visit);
    else if (isJsonObject(inside)) Object.values(inside).forEach(visit);
  };
  visit(value);
  return [...found];
}

/** Reads secrets with the 1Password command, one run per secret, and blocks until they finish. */
export function readStoredSecretsSync(
  references: readonly string[],
  env: EnvironmentVariables,
  timeLimitMs: number = TIME_LIMIT_MS,
): StoredSecrets {
  return new Map(
    references.map((reference) => {
      const { status, stdout } = spawnSync('op', createReadArguments(reference), {
        env,
        encoding: 'utf8',
        timeout: timeLimitMs,
        killSignal: 'SIGKILL',
        maxBuffer: MOST_BYTES,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return [reference, status === 0 ? removeLineEnd(stdout) : undefined];
    }),
  );
}

/**
 * Reads secrets with the 1Password command without blocking. Secrets in `known` are not read again.
 */
export async function readStoredSecrets(
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
      execFile('op', createReadArguments(reference), options, (failure, stdout) =>
        resolve([reference, failure ? undefined : removeLineEnd(stdout)]),
      );
    });
  });
  return new Map(await Promise.all(each));
}

function createReadArguments(reference: string): string[] {
  return ['read', '--no-newline', '--', reference];
}

function removeLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}
