import { spawnSync, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type JsonValue, isJsonObject } from '#core';
import type { EnvironmentVariables } from '#agents/model';

/** Output of `op read` for `op://vault/item/field`. Undefined values could not be read. */
export type StoredSecrets = ReadonlyMap<string, string | undefined>;

const SCHEME = 'op://';

/** Time limit for reading a secret in milliseconds; a user may have to unlock the store. */
const TIME_LIMIT_MS = 30_000;
const LIMITS = { maxBuffer: 1 << 20, killSignal: 'SIGKILL' } as const;

export function isSecretReference(text: string): boolean {
  return text.startsWith(SCHEME);
}

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

/** Runs the 1Password command once per secret, and blocks until it finishes. */
export function readStoredSecretsSync(
  references: readonly string[],
  env: EnvironmentVariables,
  timeLimitMs: number = TIME_LIMIT_MS,
): StoredSecrets {
  return new Map(
    references.map((reference) => {
      const { status, stdout } = spawnSync('op', createSecretReadArguments(reference), {
        ...LIMITS,
        env,
        encoding: 'utf8',
        timeout: timeLimitMs,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return [reference, status === 0 ? removeLineEnd(stdout) : undefined];
    }),
  );
}

export async function readStoredSecrets(
  references: readonly string[],
  env: EnvironmentVariables,
  known: StoredSecrets = new Map(),
  timeLimitMs: number = TIME_LIMIT_MS,
): Promise<StoredSecrets> {
  const options = { ...LIMITS, env, timeout: timeLimitMs };
  const run = promisify(execFile);
  const each = references.map(async (reference) => {
    const secret =
      known.get(reference) ??
      (await run('op', createSecretReadArguments(reference), options).then(
        ({ stdout }) => removeLineEnd(stdout),
        () => undefined,
      ));
    return [reference, secret] as const;
  });
  return new Map(await Promise.all(each));
}

function createSecretReadArguments(reference: string): string[] {
  return ['read', '--no-newline', '--', reference];
}

function removeLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}
