import { MANIFEST, SERVER_FILES } from '../storage/agent-paths.ts';
import { setJsonValue } from '../text/json-edit.ts';
import { SECRET_FILES, replaceAtSecretPlaces, type SecretPlace } from './secret-places.ts';

type Texts = ReadonlyMap<string, string>;

/** Texts of an agent's files, and why servers without a value of today cannot be used. */
export interface CompletedTexts {
  readonly texts: Texts;
  readonly unusable: ReadonlyMap<string, string>;
}

/** Placeholders, which name a secret without containing it. */
const REFERENCE = /\$\{|\{env:|^(?:env|op):\/\//;

/** Replaces secrets that are written in the files themselves by marks that name them. */
export function leaveOutWrittenSecrets(texts: Texts): Texts {
  return mapSecretFiles(texts, (place, value) =>
    value === '' || REFERENCE.test(value) ? value : createMark(place),
  );
}

/**
 * Puts what the files of `now` have at the same places in place of marks. A server that has no
 * value there keeps the mark, and is listed as unusable.
 */
export function putBackWrittenSecrets(texts: Texts, now: Texts): CompletedTexts {
  let values: ReadonlyMap<string, string> | undefined;
  const unusable = new Map<string, string>();
  const missingKeys: SecretPlace[] = [];
  const completed = mapSecretFiles(texts, (place, value) => {
    const mark = createMark(place);
    if (value !== mark) return value;
    values ??= collectWrittenValues(now);
    const found = values.get(identifyPlace(place));
    if (found !== undefined) return found;
    if (place.of === 'server') unusable.set(place.owner, describeGap(place));
    else missingKeys.push(place);
    return mark;
  });
  return { texts: removeProviderKeys(completed, missingKeys), unusable };
}

function mapSecretFiles(
  texts: Texts,
  replace: (place: SecretPlace, value: string) => string,
): Texts {
  const mapped = [...texts].flatMap(([path, text]): [string, string][] => {
    if (!SECRET_FILES.includes(path)) return [[path, text]];
    const replaced = replaceAtSecretPlaces(path, text, replace);
    // A file that is not JSON is read by nothing, but may contain secrets.
    return replaced === undefined ? [] : [[path, replaced]];
  });
  return new Map(mapped);
}

function collectWrittenValues(now: Texts): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const file of SECRET_FILES.toReversed()) {
    replaceAtSecretPlaces(file, now.get(file) ?? '', (place, value) => {
      values.set(identifyPlace(place), value);
      return value;
    });
  }
  return values;
}

function identifyPlace({ of, owner, part, name }: SecretPlace): string {
  return JSON.stringify([of, owner, part, name]);
}

function createMark({ owner, part, name }: SecretPlace): string {
  return `(left out: ${part} ${name} of ${owner})`;
}

function describeGap({ part, name }: SecretPlace): string {
  const files = [MANIFEST, SERVER_FILES[0]].join(' and ');
  return `its ${part}.${name}, which no version keeps, is no longer in ${files}`;
}

/** Removes provider keys that are only marks, so that the variables of the process are used. */
function removeProviderKeys(texts: Texts, missing: readonly SecretPlace[]): Texts {
  const manifest = texts.get(MANIFEST);
  if (manifest === undefined || missing.length === 0) return texts;
  const paths = missing.map(({ owner, name }) => ['providers', owner, name]);
  const rest = paths.reduce((text, path) => setJsonValue(text, path, undefined), manifest);
  return new Map([...texts, [MANIFEST, rest]]);
}
