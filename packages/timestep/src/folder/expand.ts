import type { Fields } from './fields.ts';
import { isStoredSecret, type Secrets } from './secrets.ts';

const WHOLE = /^env:\/\/([A-Za-z_]\w*)$/;
const WITHIN = /\$\{env:([^}]{0,256})\}/g;
const FOLDER = '${folder}';

/** Receives each secret that was put into a text. */
type Reveal = (secret: string) => void;

/** What texts of a folder are expanded with. */
export interface Expansion {
  readonly secrets: Secrets;
  readonly reveal: Reveal;
  /** What `${folder}` stands for: the folder of the agent. It is not a secret. */
  readonly folder?: string;
}

/**
 * A text field with secrets put in: `${env:NAME}` anywhere, `${env:NAME:-otherwise}` likewise,
 * `env://NAME` or `op://vault/item/field` alone; `${folder}` is the agent's folder. A secret that cannot
 * be read is reported, so that no server receives an empty key.
 */
export function expanded(fields: Fields, name: string, expansion: Expansion): string | undefined {
  const text = fields.text(name);
  return text === undefined ? undefined : expandedText(text, name, fields, expansion);
}

/** Like `expanded`, for every text in an object of texts. */
export function expandedTexts(fields: Fields, expansion: Expansion): Record<string, string> {
  return Object.fromEntries(
    Object.keys(fields.value).map((name) => [name, expanded(fields, name, expansion) ?? '']),
  );
}

/** Like `expanded`, for every text in a list. */
export function expandedList(
  fields: Fields,
  name: string,
  expansion: Expansion,
): readonly string[] | undefined {
  return fields
    .texts(name)
    ?.map((text, index) => expandedText(text, `${name}[${index}]`, fields, expansion));
}

function expandedText(text: string, name: string, fields: Fields, expansion: Expansion): string {
  const { secrets, reveal, folder = FOLDER } = expansion;
  const found = (secret: string | undefined, missing: string): string => {
    if (secret !== undefined && secret !== '') {
      reveal(secret);
      return secret;
    }
    if (secrets.ifMissing === 'mistake') fields.wrong(name, missing);
    if (secrets.ifMissing === 'warning') fields.warn(name, missing);
    return '';
  };
  const variable = (named: string): string => {
    const [, alone = named, otherwise] = /^([^:]*):-(.*)$/s.exec(named) ?? [];
    const missing = `names the environment variable ${alone}, which is not set`;
    const value = secrets.variable(alone);
    return !value && otherwise !== undefined ? otherwise : found(value, missing);
  };
  if (isStoredSecret(text)) {
    const missing =
      'names a secret that the 1Password command cannot read: see whether "op read" shows it';
    return found(secrets.stored(text), missing);
  }
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) return variable(whole);
  // Part by part, so that what a secret holds is not read as a name of the folder.
  const parts = text.split(FOLDER);
  return parts
    .map((part) => part.replaceAll(WITHIN, (_, named: string) => variable(named)))
    .join(folder);
}
