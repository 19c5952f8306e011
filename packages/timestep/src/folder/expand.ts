import type { Fields } from './fields.ts';

const WHOLE = /^env:\/\/([A-Za-z_]\w*)$/;
/** The value of a variable of the environment. */
export type LookUp = (variable: string) => string | undefined;

const WITHIN = /\$\{env:([^}]{0,256})\}/g;

/**
 * A text field with variables of the environment put in: `${env:NAME}` anywhere, or `env://NAME`
 * alone. Throws `FolderError` where a variable is not set, so that no server receives an empty key.
 */
export function expanded(fields: Fields, name: string, lookUp: LookUp): string | undefined {
  const text = fields.text(name);
  return text === undefined ? undefined : expandedText(text, name, fields, lookUp);
}

/** Like `expanded`, for every text in an object of texts. */
export function expandedTexts(fields: Fields, lookUp: LookUp): Record<string, string> {
  return Object.fromEntries(
    Object.keys(fields.value).map((name) => [name, expanded(fields, name, lookUp) ?? '']),
  );
}

/** Like `expanded`, for every text in a list. */
export function expandedList(
  fields: Fields,
  name: string,
  lookUp: LookUp,
): readonly string[] | undefined {
  return fields
    .texts(name)
    ?.map((text, index) => expandedText(text, `${name}[${index}]`, fields, lookUp));
}

function expandedText(text: string, name: string, fields: Fields, lookUp: LookUp): string {
  const of = (variable: string): string => {
    const value = lookUp(variable);
    if (value !== undefined && value !== '') return value;
    throw fields.wrong(name, `names the environment variable ${variable}, which is not set`);
  };
  if (text.startsWith('op://')) {
    throw fields.wrong(name, 'names a password store: use ${env:NAME} and set the variable');
  }
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) return of(whole);
  return text.replaceAll(WITHIN, (_, variable: string) => of(variable));
}
