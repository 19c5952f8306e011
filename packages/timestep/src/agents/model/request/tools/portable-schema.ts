import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import type { ProviderLimits } from '../limits/limits.ts';
import { cleanTextsInJson } from '../transcript/clean-text.ts';
import { toGeminiSchema } from './gemini-schema.ts';
import { findReferencedSchema, listTexts, getListItems } from './schema-parts.ts';
import { isStrictForAnthropic, toStrictSchema } from './strict-schema.ts';
import { toValidSchema } from './valid-schema.ts';

/** A tool's argument schema in a form that every model provider accepts. */
export interface PortableSchema {
  readonly schema: JsonObject;
  /** Original argument names, by the changed names that providers and models see. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Root keywords of the original schema that the converted schema lacks. */
  readonly conditions?: JsonObject;
  /** Sentence for the tool's description that expresses `conditions`. */
  readonly note?: string;
  /** Reason why no provider accepts the tool. */
  readonly problem?: string;
  /** Whether the converted schema can be sent with `strict`. */
  readonly strict: boolean;
  /** The converted schema before it was made strict, which makes optional properties nullable. */
  readonly original?: JsonObject;
}

/** JSON Schema keywords that providers refuse at the root of a tool's argument schema. */
const ROOT_KEYWORDS = ['oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else', 'enum', 'const'];

/** Pattern of argument names that all providers accept. */
const VALID_NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/** Converts a tool's argument schema to the form that a model provider accepts. */
export type ToPortableSchema = (original: JsonObject, strict?: boolean) => PortableSchema;

type SchemaLimits = Pick<ProviderLimits, 'schemas' | 'strict'>;

/** Creates a converter of tool schemas that converts each schema object only once. */
export function createSchemaConverter(limits: SchemaLimits): ToPortableSchema {
  const plain = new WeakMap<JsonObject, PortableSchema>();
  const strictOnes = new WeakMap<JsonObject, PortableSchema>();
  return (original, strict = false) => {
    const cache = strict ? strictOnes : plain;
    let portable = cache.get(original);
    if (!portable) cache.set(original, (portable = convertSchema(original, limits, strict)));
    return portable;
  };
}

function convertSchema(
  original: JsonObject,
  limits: SchemaLimits,
  strict: boolean,
): PortableSchema {
  const portable = toPortableSchema(original);
  const { schema, problem } = portable;
  if (problem !== undefined) return portable;
  if (limits.schemas === 'gemini') return { ...portable, schema: toGeminiSchema(schema), strict };
  if (!strict || limits.strict === 'any')
    return portable.strict === strict ? portable : { ...portable, strict };
  // A tool is not strict if some conditions of its schema are only in its description.
  if (portable.note !== undefined) return portable;
  if (limits.strict === 'anthropic') {
    return isStrictForAnthropic(schema) ? { ...portable, strict } : portable;
  }
  const fitted = toStrictSchema(schema);
  if (!fitted) return portable;
  return { ...portable, schema: fitted, strict, original: schema };
}

/** Maximum length of a tool schema as JSON, so that converting takes little time. */
const MOST_CHARACTERS = 200_000;

/** Maximum number of branches of `anyOf`, `oneOf` and `allOf` that are merged, because a `$ref` can repeat them. */
const MOST_BRANCHES = 300;

/**
 * Converts a tool's argument schema to a form that all providers accept. Arguments must still be
 * checked against `original`.
 */
export function toPortableSchema(original: JsonObject): PortableSchema {
  const portable = toPortableRootSchema(original);
  // Removes invalid characters from nested names. Only names of top-level arguments are restored in calls.
  const schema = cleanTextsInJson(portable.schema) as JsonObject;
  return schema === portable.schema ? portable : { ...portable, schema };
}

function toPortableRootSchema(original: JsonObject): PortableSchema {
  if (JSON.stringify(original).length > MOST_CHARACTERS) {
    const problem = `its schema is longer than ${MOST_CHARACTERS} characters`;
    return { schema: { type: 'object' }, renamed: NO_NAMES, problem, strict: false };
  }
  const valid = toValidSchema(original);
  const root = resolveReference(valid, valid);
  if (!acceptsObjects(root)) {
    const problem = 'its arguments are not an object';
    return { schema: root, renamed: NO_NAMES, problem, strict: false };
  }
  const removed = ROOT_KEYWORDS.filter((keyword) => root[keyword] !== undefined);
  if (removed.length === 0 && isPortableRootSchema(root))
    return { schema: root, renamed: NO_NAMES, strict: false };
  const { properties, required: needed } = collectArgumentFields(root, valid, {
    depth: 0,
    left: { branches: MOST_BRANCHES },
  });
  const required = needed.filter((name) => Object.hasOwn(properties, name));
  const renamed = new Map<string, string>();
  const nameOf = new Map(
    Object.keys(properties).map((name) => [name, toValidName(name, properties)]),
  );
  for (const [name, sent] of nameOf) if (sent !== name) renamed.set(sent, name);
  const kept = Object.entries(root).filter(([keyword]) => !REPLACED.includes(keyword));
  const schema: JsonObject = {
    ...Object.fromEntries(kept),
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [nameOf.get(name) ?? name, one]),
    ),
    ...(required.length > 0 && { required: required.map((name) => nameOf.get(name) ?? name) }),
  };
  if (removed.length === 0) return { schema, renamed, strict: false };
  const conditions = Object.fromEntries(removed.map((keyword) => [keyword, root[keyword] ?? null]));
  const note = `The arguments must also match this JSON Schema: ${JSON.stringify(cleanTextsInJson(conditions))}`;
  return { schema, renamed, conditions, note, strict: false };
}

const REPLACED = [...ROOT_KEYWORDS, 'type', 'properties', 'required', '$ref'];

/** Whether the arguments of a call, which are always an object, can match a schema. */
function acceptsObjects({ type = 'object' }: JsonObject): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object'));
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

function isPortableRootSchema({ type, properties = {}, required = [], $ref }: JsonObject): boolean {
  return (
    type === 'object' &&
    $ref === undefined &&
    isJsonObject(properties) &&
    listTexts(required).every((name) => Object.hasOwn(properties, name)) &&
    Object.keys(properties).every((name) => VALID_NAME.test(name))
  );
}

interface ArgumentFields {
  readonly properties: Readonly<Record<string, JsonValue>>;
  readonly required: readonly string[];
}

const MAX_DEPTH = 5;

const NO_FIELDS: ReadonlySet<string> = new Set();

interface BranchScope {
  readonly depth: number;
  /**
   * Number of branches that may still be merged. The object is shared, so that all branches of a schema count
   * together.
   */
  readonly left: { branches: number };
}

/**
 * Merges a schema with its branches. A property of `anyOf` or `oneOf` is required only if all
 * branches require it.
 */
function collectArgumentFields(
  schema: JsonObject,
  root: JsonObject,
  { depth, left }: BranchScope,
): ArgumentFields {
  const own = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const needed = listTexts(schema['required']);
  if (depth > MAX_DEPTH) return { properties: own, required: needed };
  const collect = (branch: JsonValue): ArgumentFields => {
    left.branches -= 1;
    if (!isJsonObject(branch) || left.branches < 0) return { properties: {}, required: [] };
    return collectArgumentFields(resolveReference(branch, root), root, { depth: depth + 1, left });
  };
  const all = getListItems(schema['allOf']).map(collect);
  const alternatives = [...getListItems(schema['anyOf']), ...getListItems(schema['oneOf'])].map(
    collect,
  );
  const conditional = [schema['then'], schema['else']].flatMap((one) =>
    one ? [collect(one)] : [],
  );
  const branches = [...all, ...alternatives, ...conditional].toReversed();
  const properties = Object.assign({}, ...branches.map((one) => one.properties), own) as Record<
    string,
    JsonValue
  >;
  const [first, ...others] = alternatives.map((one) => new Set(one.required));
  const common = others.reduce((names, one) => names.intersection(one), first ?? NO_FIELDS);
  const required = new Set([...needed, ...all.flatMap((one) => one.required), ...common]);
  return { properties, required: [...required] };
}

/** Expands a `$ref` within the same schema, such as `#/$defs/query`. */
function resolveReference(schema: JsonObject, root: JsonObject): JsonObject {
  let resolved = schema;
  for (let depth = 0; depth < MAX_DEPTH && typeof resolved['$ref'] === 'string'; depth += 1) {
    const { $ref: reference, ...rest } = resolved;
    resolved = { ...findReferencedSchema(reference, root), ...rest };
  }
  return resolved;
}

function toValidName(name: string, taken: ArgumentFields['properties']): string {
  if (VALID_NAME.test(name)) return name;
  const words = name.replaceAll(/[^A-Za-z0-9_.-]/g, '_').slice(0, 50);
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 6);
  const plain = /^[A-Za-z_]/.test(words) ? words : `_${words}`;
  return plain in taken || plain !== name ? `${plain}_${mark}` : plain;
}
