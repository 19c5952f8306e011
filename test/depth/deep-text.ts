/** The JSON text of a list in a list, and so on. */
export const nest = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Stands for a deep value in an object, until `withDeep` writes the object as JSON. */
export const DEEP = '[deep]';

/** Stands for arguments of a call: a JSON text with a deep value. */
export const DEEP_TEXT = '[deep text]';

/** Writes JSON with a list of the given number of levels in place of each `DEEP`. */
export const withDeep = (value: unknown, levels: number): string =>
  JSON.stringify(value)
    .replaceAll(JSON.stringify(DEEP_TEXT), () => JSON.stringify(`{"a":${nest(levels)}}`))
    .replaceAll(JSON.stringify(DEEP), () => nest(levels));
