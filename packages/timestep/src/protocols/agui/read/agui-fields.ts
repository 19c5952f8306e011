import type { FieldRules } from '#core';
import { createInvalidFieldError } from '../wire/agui-error.ts';

/** Rules for the fields of a request. Problems throw `AguiError`. */
export const FIELD_RULES: FieldRules = {
  report(path, problem) {
    throw createInvalidFieldError(path, problem);
  },
  missing: 'is missing: it must be a string',
  shows: 'type',
};
