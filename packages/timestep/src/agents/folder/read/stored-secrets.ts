import { type JsonValue, isJsonObject } from '#core';
import { runToEnd, runToEndSync, type ProcessCommand } from '#engine/processes';
import type { EnvironmentVariables } from '#agents/model';

/** Output of `op read` for `op://vault/item/field`. Undefined values could not be read. */
export type StoredSecrets = ReadonlyMap<string, string | undefined>;

const SCHEME = 'op://';

/** Time limit for reading a secret in milliseconds; a user may have to unlock the store. */
const TIME_LIMIT_MS = 30_000;
const OUTPUT_LIMIT = 1 << 20;

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
      const command = createReadCommand(reference, env);
      const limits = { timeoutMs: timeLimitMs, outputLimit: OUTPUT_LIMIT };
      const stdout = runToEndSync(command, limits);
      return [reference, stdout === undefined ? undefined : removeLineEnd(stdout)];
    }),
  );
}

export async function readStoredSecrets(
  references: readonly string[],
  env: EnvironmentVariables,
  known: StoredSecrets = new Map(),
  timeLimitMs: number = TIME_LIMIT_MS,
): Promise<StoredSecrets> {
  const limits = { timeoutMs: timeLimitMs, outputLimit: OUTPUT_LIMIT };
  const each = references.map(async (reference) => {
    const secret =
      known.get(reference) ??
      (await runToEnd(createReadCommand(reference, env), limits).then(
        ({ exit, stdout }) => (exit.code === 0 ? removeLineEnd(stdout) : undefined),
        () => undefined,
      ));
    return [reference, secret] as const;
  });
  return new Map(await Promise.all(each));
}

function createReadCommand(reference: string, env: EnvironmentVariables): ProcessCommand {
  return { command: 'op', args: ['read', '--no-newline', '--', reference], env: { ...env } };
}

function removeLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}
