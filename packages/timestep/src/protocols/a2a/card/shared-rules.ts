import { isJsonObject, parseJson, type JsonObject } from '#core';
import { isLoopback } from '#protocols/http';
import { filterObjects, getStringOrEmpty } from '../client/lenient-fields.ts';
import type { CardProblem, CardSection, ProblemWriter } from './card-problem.ts';

/** Describes why a URL of a card is unusable over HTTP. Undefined if it is usable. */
export function checkCardUrl(
  url: string,
  fieldPath: string,
  sections: { readonly form: CardSection; readonly encryption: CardSection },
  write: ProblemWriter,
): readonly CardProblem[] {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    return [write.problem(sections.form, fieldPath, 'must be an absolute https URL')];
  }
  if (parsed.protocol === 'https:' || isLoopback(parsed.hostname)) return [];
  return [write.problem(sections.encryption, fieldPath, 'must be https, except on this machine')];
}

/** Lists skills whose id another skill has. */
export function checkSkillIds(
  card: JsonObject,
  section: CardSection,
  write: ProblemWriter,
): readonly CardProblem[] {
  const ids = filterObjects(card['skills']).map((skill) => getStringOrEmpty(skill, 'id'));
  return ids.flatMap((id, index) =>
    id !== '' && ids.indexOf(id) < index
      ? [write.problem(section, `skills[${index}].id`, `must be unique: ${id} is repeated`)]
      : [],
  );
}

const MEDIA_TYPE = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(?:\s*;.*)?$/;

/** Lists entries of an agent card's default input and output modes that are not valid media types. */
export function checkDefaultModes(
  card: JsonObject,
  section: CardSection,
  write: ProblemWriter,
): readonly CardProblem[] {
  return ['defaultInputModes', 'defaultOutputModes'].flatMap((name) => {
    const modes = card[name];
    if (!Array.isArray(modes)) return [];
    if (modes.length === 0) return [write.note(section, name, 'is empty: name a media type')];
    return modes.flatMap((mode, index) =>
      typeof mode === 'string' && !MEDIA_TYPE.test(mode)
        ? [write.problem(section, `${name}[${index}]`, `must be a media type, not ${mode}`)]
        : [],
    );
  });
}

/** Lists signatures whose protected header does not name an algorithm and a key. */
export function checkSignatures(
  card: JsonObject,
  section: CardSection,
  write: ProblemWriter,
): readonly CardProblem[] {
  return filterObjects(card['signatures']).flatMap((signature, index) => {
    const text = getStringOrEmpty(signature, 'protected');
    if (text === '') return [];
    const path = `signatures[${index}].protected`;
    const header = parseJson(Buffer.from(text, 'base64url').toString());
    if (!isJsonObject(header)) {
      return [write.problem(section, path, 'must be a JSON object in base64url')];
    }
    return ['alg', 'kid'].flatMap((name) =>
      typeof header[name] === 'string' ? [] : [write.problem(section, path, `must name ${name}`)],
    );
  });
}

/** Lists required schemes that the card does not define. */
export function checkRequiredSchemes(
  wanted: readonly { readonly path: string; readonly schemes: JsonObject }[],
  card: JsonObject,
  section: CardSection,
  write: ProblemWriter,
): readonly CardProblem[] {
  const { securitySchemes } = card;
  const known = isJsonObject(securitySchemes) ? securitySchemes : {};
  return wanted.flatMap(({ path, schemes }) =>
    Object.keys(schemes).flatMap((scheme) =>
      Object.hasOwn(known, scheme)
        ? []
        : [write.problem(section, path, `names ${scheme}, which securitySchemes does not define`)],
    ),
  );
}
