import { execFile, spawnSync } from 'node:child_process';
import { isJsonObject, type JsonValue } from '../../../core/index.ts';
import type { EnvironmentVariables } from '../../model/index.ts';
import type { Fields } from '../text/fields.ts';

/** Where the texts of a folder get variables and stored secrets from. */
export interface SecretSources {
  readonly env: EnvironmentVariables;
  readonly stored: StoredSecrets;
  readonly ifMissing: IfMissing;
}

type IfMissing = 'mistake' | 'warning' | 'ignored';

/** Output of `op read` for `op://vault/item/field`. Undefined values could not be read. */
export type StoredSecrets = ReadonlyMap<string, string | undefined>;

const SCHEME = 'op://';
/** Milliseconds; long, because a user may have to unlock the store. */
const TIME_LIMIT_MS = 30_000;
const MOST_BYTES = 1 << 20;

function isSecretReference(text: string): boolean {
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

/** Secrets in `known` are not read again. */
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

const WHOLE = /^env:\/\/([A-Za-z_]\w*)$/;
const WITHIN = /\$\{env:([^}]{0,256})\}/g;
const FOLDER = '${folder}';

export interface Expansion {
  readonly secrets: SecretSources;
  readonly reveal: (secret: string) => void;
  /** Value of `${folder}`. Not a secret. */
  readonly folder?: string;
}

/** Substitutes `${env:NAME}`, `${env:NAME:-default}`, `${folder}`, `env://NAME` and `op://…`. */
export function expandText(fields: Fields, name: string, expansion: Expansion): string | undefined {
  const text = fields.getText(name);
  return text === undefined ? undefined : expandValue(text, name, fields, expansion);
}

export function expandTexts(fields: Fields, expansion: Expansion): Record<string, string> {
  return Object.fromEntries(
    Object.keys(fields.value).map((name) => [name, expandText(fields, name, expansion) ?? '']),
  );
}

export function expandList(
  fields: Fields,
  name: string,
  expansion: Expansion,
): readonly string[] | undefined {
  return fields
    .getTexts(name)
    ?.map((text, index) => expandValue(text, `${name}[${index}]`, fields, expansion));
}

function expandValue(text: string, name: string, fields: Fields, expansion: Expansion): string {
  const { secrets, reveal, folder = FOLDER } = expansion;
  const requireSecret = (secret: string | undefined, missing: string): string => {
    if (secret !== undefined && secret !== '') {
      reveal(secret);
      return secret;
    }
    if (secrets.ifMissing === 'mistake') fields.reportMistake(name, missing);
    if (secrets.ifMissing === 'warning') fields.reportWarning(name, missing);
    return '';
  };
  const expandVariable = (named: string): string => {
    const [, alone = named, otherwise] = /^([^:]*):-(.*)$/s.exec(named) ?? [];
    const missing = `refers to the environment variable ${alone}, which is not set`;
    const value = secrets.env[alone];
    return !value && otherwise !== undefined ? otherwise : requireSecret(value, missing);
  };
  if (isSecretReference(text)) {
    const missing =
      'refers to a secret that the 1Password command cannot read: check it with "op read"';
    return requireSecret(secrets.stored.get(text), missing);
  }
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) return expandVariable(whole);
  // The text is split first, so that `${folder}` inside a secret's value is not expanded.
  const parts = text.split(FOLDER);
  return parts
    .map((part) => part.replaceAll(WITHIN, (_, named: string) => expandVariable(named)))
    .join(folder);
}
