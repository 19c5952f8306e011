import type { EnvironmentVariables } from '#agents/model';
import type { Fields } from '../text/fields.ts';
import { describeForeignPlaceholder, findForeignPlaceholder } from './foreign-placeholders.ts';
import { type StoredSecrets, isSecretReference } from './stored-secrets.ts';

export interface SecretSources {
  readonly env: EnvironmentVariables;
  readonly stored: StoredSecrets;
  readonly ifMissing: 'mistake' | 'warning' | 'ignored';
  /** Names of tools that the program adds, so that permission rules may name them. */
  readonly toolNames?: readonly string[];
}

const WHOLE = /^env:\/\/([A-Za-z_]\w*)$/;
const WITHIN = /\$\{env:([^}]{0,256})\}/g;
const FOLDER = '${folder}';

export interface Expansion {
  readonly secrets: SecretSources;
  readonly reveal: (secret: string) => void;
  readonly folder?: string;
}

/** Substitutes `${env:NAME}`, `${env:NAME:-default}`, `${folder}`, `env://NAME` and `op://…`. */
export function expandText(fields: Fields, name: string, expansion: Expansion): string | undefined {
  const text = fields.getText(name);
  return text === undefined ? undefined : expandReferencesInText(text, name, fields, expansion);
}

export function expandTexts(fields: Fields, expansion: Expansion): Record<string, string> {
  return Object.fromEntries(
    Object.keys(fields.value).map((name) => [name, expandText(fields, name, expansion) ?? '']),
  );
}

export function expandTextList(
  fields: Fields,
  name: string,
  expansion: Expansion,
): readonly string[] | undefined {
  return fields
    .getTexts(name)
    ?.map((text, index) => expandReferencesInText(text, `${name}[${index}]`, fields, expansion));
}

function expandReferencesInText(
  text: string,
  name: string,
  fields: Fields,
  expansion: Expansion,
): string {
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
  const foreign = findForeignPlaceholder(text, name.startsWith('args['));
  if (foreign !== undefined) {
    fields.reportMistake(name, describeForeignPlaceholder(foreign));
    return text;
  }
  if (isSecretReference(text)) {
    const missing =
      'refers to a secret that the 1Password command cannot read: check it with "op read"';
    return requireSecret(secrets.stored.get(text), missing);
  }
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) return expandVariable(whole);
  // The text is split first, so that `${folder}` in the value of a secret is not substituted.
  const parts = text.split(FOLDER);
  return parts
    .map((part) => part.replaceAll(WITHIN, (_, named: string) => expandVariable(named)))
    .join(folder);
}
