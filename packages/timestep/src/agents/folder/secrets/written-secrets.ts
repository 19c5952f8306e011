import { MANIFEST, SERVER_FILES } from '../storage/agent-paths.ts';
import { setJsonValue } from '../text/json-edit.ts';
import { SECRET_FILES, replaceSecretFields, type SecretField } from './secret-fields.ts';

type Texts = ReadonlyMap<string, string>;

/** Texts of an agent's files with their secrets, and why servers whose secrets are no longer in the folder cannot be used. */
export interface CompletedTexts {
  readonly texts: Texts;
  readonly unusable: ReadonlyMap<string, string>;
}

/** Placeholders, which name a secret without containing it. */
const REFERENCE = /\$\{|\{env:|^(?:env|op):\/\//;

/** Replaces secrets that are written in the files themselves by marks that name them. */
export function replaceWrittenSecretsByMarks(texts: Texts): Texts {
  return mapSecretFiles(texts, (field, value) =>
    value === '' || REFERENCE.test(value) ? value : createSecretMark(field),
  );
}

/**
 * Replaces the placeholders of secrets by the secrets that the folder's present files contain in the same
 * fields. A server whose secret is missing keeps the placeholder, and is listed as unusable.
 */
export function restoreWrittenSecrets(texts: Texts, now: Texts): CompletedTexts {
  let values: ReadonlyMap<string, string> | undefined;
  const unusable = new Map<string, string>();
  const missingKeys: SecretField[] = [];
  const completed = mapSecretFiles(texts, (field, value) => {
    const mark = createSecretMark(field);
    if (value !== mark) return value;
    values ??= collectSecretValues(now);
    const found = values.get(identifyField(field));
    if (found !== undefined) return found;
    if (field.of === 'server') unusable.set(field.owner, describeMissingSecret(field));
    else missingKeys.push(field);
    return mark;
  });
  return { texts: removeProviderKeys(completed, missingKeys), unusable };
}

function mapSecretFiles(
  texts: Texts,
  replace: (field: SecretField, value: string) => string,
): Texts {
  const mapped = [...texts].flatMap(([path, text]): [string, string][] => {
    if (!SECRET_FILES.includes(path)) return [[path, text]];
    const replaced = replaceSecretFields(path, text, replace);
    // A configuration file that is not JSON is left out: no program can read it, but it may contain secrets.
    return replaced === undefined ? [] : [[path, replaced]];
  });
  return new Map(mapped);
}

function collectSecretValues(now: Texts): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const file of SECRET_FILES.toReversed()) {
    replaceSecretFields(file, now.get(file) ?? '', (field, value) => {
      values.set(identifyField(field), value);
      return value;
    });
  }
  return values;
}

function identifyField({ of, owner, part, name }: SecretField): string {
  return JSON.stringify([of, owner, part, name]);
}

function createSecretMark({ owner, part, name }: SecretField): string {
  return `(left out: ${part} ${name} of ${owner})`;
}

function describeMissingSecret({ part, name }: SecretField): string {
  const files = [MANIFEST, SERVER_FILES[0]].join(' and ');
  return `its ${part}.${name}, which no version keeps, is no longer in ${files}`;
}

/**
 * Removes placeholders of provider keys that are not in the folder any more, so that the process's
 * environment variables are used.
 */
function removeProviderKeys(texts: Texts, missing: readonly SecretField[]): Texts {
  const manifest = texts.get(MANIFEST);
  if (manifest === undefined || missing.length === 0) return texts;
  const paths = missing.map(({ owner, name }) => ['providers', owner, name]);
  const rest = paths.reduce((text, path) => setJsonValue(text, path, undefined), manifest);
  return new Map([...texts, [MANIFEST, rest]]);
}
