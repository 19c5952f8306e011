import type { JsonObject, TextFormat } from '#core';
import type { ProviderLimits } from '../limits/limits.ts';
import { toGeminiSchema } from './gemini-schema.ts';
import { toPortableSchema } from './portable-schema.ts';
import { describeConditions } from './schema-parts.ts';
import { toValidSchema } from './valid-schema.ts';

/** Returns the format of a reply as the provider accepts it. Undefined: the provider refuses it. */
export type FitFormat = (format: TextFormat) => TextFormat | undefined;

type FormatLimits = Pick<ProviderLimits, 'schemas' | 'strict'>;

/** Names of formats that OpenAI accepts. */
const INVALID_CHARACTERS = /[^A-Za-z0-9_-]/g;
const MAX_NAME_LENGTH = 64;

/**
 * Creates a converter of reply formats, which converts each schema object only once. Replies must
 * still match the format's own schema, since the converted one may say less.
 */
export function createFormatConverter(limits: FormatLimits): FitFormat {
  const converted = new WeakMap<JsonObject, { readonly schema: JsonObject | undefined }>();
  return (format) => {
    if (format.type !== 'json_schema') return format;
    const name = format.name.replaceAll(INVALID_CHARACTERS, '_').slice(0, MAX_NAME_LENGTH);
    const named = { ...format, name: name === '' ? 'output' : name };
    // Who asks for a strict schema has written it for the provider.
    if (format.strict === true && limits.strict === 'openai') return named;
    let known = converted.get(format.schema);
    if (!known) {
      known = { schema: toFormatSchema(format.schema, limits) };
      converted.set(format.schema, known);
    }
    return known.schema && { ...named, schema: known.schema };
  };
}

/** Undefined if the root is no object, or if a name of its properties is refused. */
function toFormatSchema(
  original: JsonObject,
  { schemas }: Pick<FormatLimits, 'schemas'>,
): JsonObject | undefined {
  if (schemas === 'gemini') return toGeminiSchema(toValidSchema(original));
  const { schema, problem, conditions = {}, renamed } = toPortableSchema(original);
  // Names in replies are not restored, because their text is streamed.
  if (problem !== undefined || renamed.size > 0) return undefined;
  const description = describeConditions(schema['description'], conditions);
  return description === undefined ? schema : { ...schema, description };
}
