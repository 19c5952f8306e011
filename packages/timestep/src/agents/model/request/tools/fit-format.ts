import type { JsonObject, TextFormat } from '#core';
import type { ProviderLimits } from '../limits/limits.ts';
import { cleanTextsInJson } from '../transcript/clean-text.ts';
import { toGeminiSchema } from './gemini-schema.ts';
import { toPortableSchema } from './portable-schema.ts';
import { describeConditions } from './schema-parts.ts';
import { toValidSchema } from './valid-schema.ts';

/** Returns a response format in a form that the provider accepts. Undefined if there is none. */
export type FitFormat = (format: TextFormat) => TextFormat | undefined;

type FormatLimits = Pick<ProviderLimits, 'schemas' | 'strict'>;

/** Pattern of response format names that OpenAI accepts. */
const INVALID_CHARACTERS = /[^A-Za-z0-9_-]/g;
const MAX_NAME_LENGTH = 64;

/**
 * Creates a converter of response formats, which converts each schema object only once. The reply
 * must still be checked against the original schema, because the converted one may allow more.
 */
export function createResponseFormatConverter(limits: FormatLimits): FitFormat {
  const converted = new WeakMap<JsonObject, { readonly schema: JsonObject | undefined }>();
  return (format) => {
    if (format.type !== 'json_schema') return format;
    const name = format.name.replaceAll(INVALID_CHARACTERS, '_').slice(0, MAX_NAME_LENGTH);
    const named = { ...format, name: name === '' ? 'output' : name };
    // A schema that the caller declares as strict is sent unchanged: it was written for the provider.
    if (format.strict === true && limits.strict === 'openai') return named;
    let known = converted.get(format.schema);
    if (!known) {
      known = { schema: toFormatSchema(format.schema, limits) };
      converted.set(format.schema, known);
    }
    return known.schema && { ...named, schema: known.schema };
  };
}

/** Returns undefined if the root is not an object, or if the provider refuses a property name. */
function toFormatSchema(
  original: JsonObject,
  { schemas }: Pick<FormatLimits, 'schemas'>,
): JsonObject | undefined {
  if (schemas === 'gemini')
    return toGeminiSchema(cleanTextsInJson(toValidSchema(original)) as JsonObject);
  const { schema, problem, conditions = {}, renamed } = toPortableSchema(original);
  // Property names cannot be changed, because a streamed reply would show the changed names.
  if (problem !== undefined || renamed.size > 0) return undefined;
  const description = describeConditions(schema['description'], conditions);
  return description === undefined ? schema : { ...schema, description };
}
