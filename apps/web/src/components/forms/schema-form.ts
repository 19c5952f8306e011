import { isJsonObject, tryParseJson, type JsonObject } from '../values/try-parse-json.ts';

/** Kind of a form field; `json` if no simpler kind fits the schema. */
type FieldKind = 'text' | 'number' | 'flag' | 'choice' | 'list' | 'json';

export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  readonly items: 'text' | 'number';
  readonly start: string;
}

/** Texts of the form by field name. Empty texts are omitted from the arguments. */
export type FormTexts = Readonly<Record<string, string>>;

/** The arguments of the form, or its errors by field name. */
export type FormArguments =
  | { readonly kind: 'good'; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly kind: 'bad'; readonly errors: FormTexts };

/** Converts a JSON Schema to form fields. Undefined if only raw JSON can be entered. */
export function schemaToFields(schema: unknown): readonly FormField[] | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { properties = {}, required, additionalProperties, anyOf, oneOf, allOf, $ref } = schema;
  const isOpen = isJsonObject(additionalProperties) || additionalProperties === true;
  const hasMore = [anyOf, oneOf, allOf, $ref].some((one) => one !== undefined);
  if (!isJsonObject(properties) || hasMore) return undefined;
  const names = Object.keys(properties);
  if (names.length === 0 && isOpen) return undefined;
  const needed = Array.isArray(required) ? required : [];
  return names.map((name) => propertyToField(name, properties[name], needed.includes(name)));
}

function propertyToField(name: string, property: unknown, isRequired: boolean): FormField {
  const schema = isJsonObject(property) ? removeNullAlternative(property) : {};
  const { title, description, default: start } = schema;
  const choices = listChoices(schema);
  const kind = chooseFieldKind(schema, choices);
  return {
    name,
    title: typeof title === 'string' && title !== '' ? title : name,
    about: typeof description === 'string' ? description : '',
    kind,
    isRequired,
    choices,
    items:
      isJsonObject(schema['items']) && getSchemaType(schema['items']) !== 'string'
        ? 'number'
        : 'text',
    start: start === undefined ? '' : valueToText(kind, start),
  };
}

function chooseFieldKind(schema: JsonObject, choices: readonly string[]): FieldKind {
  if (choices.length > 0) return 'choice';
  switch (getSchemaType(schema)) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'flag';
    case 'array': {
      const { items } = schema;
      const of = isJsonObject(items) && listChoices(items).length === 0 ? getSchemaType(items) : '';
      return ['string', 'number', 'integer'].includes(of) ? 'list' : 'json';
    }
    default:
      return 'json';
  }
}

function listChoices({ enum: choices, const: only }: JsonObject): readonly string[] {
  if (only !== undefined) return [JSON.stringify(only)];
  if (!Array.isArray(choices)) return [];
  return choices.map((choice) => JSON.stringify(choice));
}

function getSchemaType({ type }: JsonObject): string {
  if (typeof type === 'string') return type;
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [];
  return types.length === 1 ? String(types[0]) : '';
}

/** Removes `null` from the allowed types of a schema: leaving the form field empty means null. */
function removeNullAlternative(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const others = anyOf.filter((one) => !isJsonObject(one) || one['type'] !== 'null');
  const [only] = others;
  return others.length === 1 && isJsonObject(only) ? { ...only, ...rest } : schema;
}

/** Returns the text by which a field shows a value. A value of another type than the field's becomes JSON. */
export function valueToText(kind: FieldKind, value: unknown): string {
  if (kind === 'text' && typeof value === 'string') return value;
  if (kind === 'list' && Array.isArray(value)) return value.join('\n');
  return kind === 'json' ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}

export function getInitialTexts(fields: readonly FormField[]): FormTexts {
  return Object.fromEntries(fields.map(({ name, start }) => [name, start]));
}

export function parseFormArguments(fields: readonly FormField[], texts: FormTexts): FormArguments {
  const values: [string, unknown][] = [];
  const errors: [string, string][] = [];
  for (const field of fields) {
    const text = texts[field.name] ?? '';
    // An empty text is a valid value of a required text field.
    const isLeftOut = text === '' && !(field.kind === 'text' && field.isRequired);
    if (isLeftOut && field.isRequired) errors.push([field.name, 'is required']);
    if (isLeftOut) continue;
    const value = parseFieldValue(field, text);
    if (value === undefined) errors.push([field.name, VALIDATION_MESSAGES[field.kind]]);
    else values.push([field.name, value]);
  }
  if (errors.length > 0) return { kind: 'bad', errors: Object.fromEntries(errors) };
  return { kind: 'good', arguments: Object.fromEntries(values) };
}

const VALIDATION_MESSAGES: Readonly<Record<FieldKind, string>> = {
  text: 'must be text',
  number: 'must be a number',
  flag: 'must be true or false',
  choice: 'must be one of the choices',
  list: 'must have one number per line',
  json: 'must be JSON',
};

function parseFieldValue({ kind, choices, items }: FormField, text: string): unknown {
  switch (kind) {
    case 'text':
      return text;
    case 'number':
      return parseFiniteNumber(text);
    case 'flag':
      return text === 'true' || text === 'false' ? text === 'true' : undefined;
    case 'choice':
      return choices.includes(text) ? tryParseJson(text) : undefined;
    case 'list': {
      const lines = text.split('\n').filter((line) => line !== '');
      if (items === 'text') return lines;
      const numbers = lines.map(parseFiniteNumber);
      return numbers.includes(undefined) ? undefined : numbers;
    }
    case 'json':
      return tryParseJson(text);
  }
}

function parseFiniteNumber(text: string): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}
