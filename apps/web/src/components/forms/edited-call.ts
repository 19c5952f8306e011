import { escapeHidden, formatArguments } from '@timestep-ai/timestep/view';
import { isJsonObject, tryParseJson } from '../values/try-parse-json.ts';
import { parseFormArguments, valueToText, type FormField, type FormTexts } from './schema-form.ts';

/**
 * Converts the arguments of a call to the texts of its form. Undefined if the form cannot show everything in
 * them, so that only JSON can be edited: every call that the form leaves unchanged stays as it was written.
 */
export function argumentsToTexts(
  fields: readonly FormField[],
  written: string,
): FormTexts | undefined {
  const values = tryParseJson(written);
  if (!isJsonObject(values)) return undefined;
  const texts = Object.fromEntries(
    fields.map((field) => [
      field.name,
      Object.hasOwn(values, field.name) ? valueToText(field.kind, values[field.name]) : '',
    ]),
  );
  if (Object.values(texts).some((text) => escapeHidden(text) !== text)) return undefined;
  return textsToArguments(fields, texts, written) === formatArguments(written) ? texts : undefined;
}

/** Converts the texts of a form to the JSON text of a call, its names in the order of the call as written. Undefined if a field is wrong. */
export function textsToArguments(
  fields: readonly FormField[],
  texts: FormTexts,
  written: string,
): string | undefined {
  const parsed = parseFormArguments(fields, texts);
  if (parsed.kind === 'bad') return undefined;
  const before = tryParseJson(written);
  const names = [
    ...(isJsonObject(before) ? Object.keys(before) : []),
    ...Object.keys(parsed.arguments),
  ].filter((name) => Object.hasOwn(parsed.arguments, name));
  const ordered = Object.fromEntries(names.map((name) => [name, parsed.arguments[name]]));
  return formatArguments(JSON.stringify(ordered));
}
