/** Maximum length of an id in characters, which fits every database's index. */
const MAX_ID_LENGTH = 512;

/** Maximum length of the id of a tool call, in which some model providers store data. */
export const MAX_CALL_ID_LENGTH = 65_536;

/** Control characters, unpaired surrogates, and the character that replaces broken text. */
const UNUSABLE = /[\p{Cc}\p{Cs}\uFFFD]/u;

/** Describes why a client may not name anything by this id. Undefined if it may. */
export function describeIdProblem(id: string, most: number = MAX_ID_LENGTH): string | undefined {
  if (id.length === 0 || id.length > most) return `must have 1 to ${most} characters`;
  return UNUSABLE.test(id) ? 'must not contain control characters or broken Unicode' : undefined;
}
