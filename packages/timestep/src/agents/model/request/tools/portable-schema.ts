import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '#core';

/** A tool's argument schema in a form that every model provider accepts. */
export interface PortableSchema {
  readonly schema: JsonObject;
  /** The tool's names of renamed arguments, by the names that providers and models see. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Sentence for the tool's description with the conditions that the new schema lacks. */
  readonly note?: string;
  /** Why no provider accepts the tool. */
  readonly problem?: string;
}

/** JSON Schema keywords that model providers refuse at the root of a tool's argument schema. */
const ROOT_KEYWORDS = ['oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else', 'enum', 'const'];

/** Argument names of tools that all model providers accept. */
const VALID_NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;

/** Converts a tool's argument schema to a form that every model provider accepts. */
export type ToPortableSchema = (original: JsonObject) => PortableSchema;

/** Creates a converter of tool schemas that converts each schema object only once. */
export function createSchemaConverter(): ToPortableSchema {
  const known = new WeakMap<JsonObject, PortableSchema>();
  return (original) => {
    let portable = known.get(original);
    if (!portable) known.set(original, (portable = toPortableSchema(original)));
    return portable;
  };
}

/** Converts a tool's argument schema for model providers. Arguments must still fit `original`. */
export function toPortableSchema(original: JsonObject): PortableSchema {
  const root = resolveReference(original, original);
  const removed = ROOT_KEYWORDS.filter((keyword) => root[keyword] !== undefined);
  if (removed.length === 0 && isPortable(root)) return { schema: root, renamed: NO_NAMES };
  const { properties, required: needed } = collectFields(root, original, 0);
  const required = needed.filter((name) => name in properties);
  const renamed = new Map<string, string>();
  const nameOf = new Map(
    Object.keys(properties).map((name) => [name, toValidName(name, properties)]),
  );
  for (const [name, sent] of nameOf) if (sent !== name) renamed.set(sent, name);
  const kept = Object.entries(root).filter(([keyword]) => !ROOT_KEYWORDS.includes(keyword));
  const schema: JsonObject = {
    ...Object.fromEntries(kept),
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [nameOf.get(name) ?? name, addItems(one)]),
    ),
    ...(required.length > 0 && { required: required.map((name) => nameOf.get(name) ?? name) }),
  };
  if (required.length === 0) delete (schema as Record<string, unknown>)['required'];
  if (removed.length === 0) return { schema, renamed };
  const conditions = Object.fromEntries(removed.map((keyword) => [keyword, root[keyword] ?? null]));
  const note = `The arguments must also match this JSON Schema: ${JSON.stringify(conditions)}`;
  return { schema, renamed, note };
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

function isPortable({ type, properties = {}, required = [], $ref }: JsonObject): boolean {
  return (
    type === 'object' &&
    $ref === undefined &&
    isJsonObject(properties) &&
    listTexts(required).every((name) => name in properties) &&
    Object.keys(properties).every((name) => VALID_NAME.test(name)) &&
    Object.values(properties).every((one) => addItems(one) === one)
  );
}

interface ArgumentFields {
  readonly properties: Readonly<Record<string, JsonValue>>;
  readonly required: readonly string[];
}

const MAX_DEPTH = 5;

/** Merges a schema with its branches. Of `anyOf` and `oneOf`, only common names are required. */
function collectFields(schema: JsonObject, root: JsonObject, depth: number): ArgumentFields {
  const own = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const needed = listTexts(schema['required']);
  if (depth > MAX_DEPTH) return { properties: own, required: needed };
  const collect = (branch: JsonValue): ArgumentFields =>
    isJsonObject(branch)
      ? collectFields(resolveReference(branch, root), root, depth + 1)
      : { properties: {}, required: [] };
  const all = listValues(schema['allOf']).map(collect);
  const alternatives = [...listValues(schema['anyOf']), ...listValues(schema['oneOf'])].map(
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
  const [first, ...others] = alternatives;
  const common =
    first?.required.filter((name) => others.every((one) => one.required.includes(name))) ?? [];
  const required = new Set([...needed, ...all.flatMap((one) => one.required), ...common]);
  return { properties, required: [...required] };
}

/** Replaces a `$ref` to a part of the same schema, such as `#/$defs/query`, with that part. */
function resolveReference(schema: JsonObject, root: JsonObject): JsonObject {
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  let found: JsonValue | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    found = isJsonObject(found) ? found[part] : undefined;
  }
  if (!isJsonObject(found) || found === schema) return schema;
  const { $ref: _reference, ...rest } = schema;
  return { ...found, ...rest };
}

/** Adds `items` to array schemas without it, at any depth. Returns `value` if nothing changes. */
function addItems(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const before = listValues(value);
    const items = before.map(addItems);
    return items.every((item, at) => item === before[at]) ? before : items;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, addItems(one)] as const);
  const isSame = entries.every(([name, one]) => one === value[name]);
  const { type, items } = value;
  const isArray = type === 'array' || (Array.isArray(type) && type.includes('array'));
  if (isArray && items === undefined) return { ...Object.fromEntries(entries), items: {} };
  return isSame ? value : Object.fromEntries(entries);
}

function toValidName(name: string, taken: ArgumentFields['properties']): string {
  if (VALID_NAME.test(name)) return name;
  const words = name.replaceAll(/[^A-Za-z0-9_.-]/g, '_').slice(0, 50);
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 6);
  const plain = /^[A-Za-z_]/.test(words) ? words : `_${words}`;
  return plain in taken || plain !== name ? `${plain}_${mark}` : plain;
}

function listValues(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function listTexts(value: JsonValue | undefined): string[] {
  return listValues(value).filter((one) => typeof one === 'string');
}
