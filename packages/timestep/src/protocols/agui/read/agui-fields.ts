import { reportField, requireText, type FieldRules, type Fields } from '#core';
import { createInvalidFieldError } from '../wire/agui-error.ts';

/** Fields of a request. Problems throw `AguiError`. */
export const FIELD_RULES: FieldRules = {
  report(path, problem) {
    throw createInvalidFieldError(path, problem);
  },
  missing: 'is missing: it must be a string',
  shows: 'type',
};

/** In characters. */
const MAX_ID_LENGTH = 512;

export function requireId(fields: Fields, name: string): string {
  const id = requireText(fields, name);
  if (id !== '' && id.length <= MAX_ID_LENGTH) return id;
  return reportField(fields, name, `must have 1 to ${MAX_ID_LENGTH} characters`) ?? '';
}
