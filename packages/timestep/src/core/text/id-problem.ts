/** Maximum length of an id in characters. Every database can index such an id. */
const MAX_ID_LENGTH = 512;

/** Maximum length of a tool call's id, in which some model providers store data. */
export const MAX_CALL_ID_LENGTH = 65_536;

/** Matches control characters, unpaired surrogates, and the Unicode replacement character. */
const UNUSABLE = /[\p{Cc}\p{Cs}\uFFFD]/u;

/** Describes why a client may not choose this id. Undefined if it may. */
export function describeIdProblem(id: string, most: number = MAX_ID_LENGTH): string | undefined {
  if (id.length === 0 || id.length > most) return `must have 1 to ${most} characters`;
  return UNUSABLE.test(id) ? 'must not contain control characters or broken Unicode' : undefined;
}
