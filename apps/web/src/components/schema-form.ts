/** How a value is entered; `json` where no simpler way fits. */
type FieldKind = 'text' | 'number' | 'flag' | 'choice' | 'list' | 'json';

/** A field of a form, of a property of a JSON Schema. */
export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** What may be chosen, as JSON. */
  readonly choices: readonly string[];
  /** Of a list: what its items are. */
  readonly items: 'text' | 'number';
  /** The text that the field begins with. */
  readonly start: string;
}

/** Texts of fields by their names; an empty one is left out of the arguments. */
export type FormTexts = Readonly<Record<string, string>>;

/** Arguments, or what is wrong with fields, by their names. */
export type FormArguments =
  | { readonly kind: 'good'; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly kind: 'bad'; readonly faults: FormTexts };

type Schema = Readonly<Record<string, unknown>>;

/** The fields for a schema of arguments; `undefined` where they can only be written as JSON. */
export function fieldsOf(schema: unknown): readonly FormField[] | undefined {
  if (!isSchema(schema)) return undefined;
  const { properties = {}, required, additionalProperties, anyOf, oneOf, allOf, $ref } = schema;
  const isOpen = isSchema(additionalProperties) || additionalProperties === true;
  const hasMore = [anyOf, oneOf, allOf, $ref].some((one) => one !== undefined);
  if (!isSchema(properties) || hasMore) return undefined;
  const names = Object.keys(properties);
  if (names.length === 0 && isOpen) return undefined;
  const needed = Array.isArray(required) ? required : [];
  return names.map((name) => fieldOf(name, properties[name], needed.includes(name)));
}

function fieldOf(name: string, given: unknown, isRequired: boolean): FormField {
  const schema = isSchema(given) ? withoutNull(given) : {};
  const { title, description, default: start } = schema;
  const choices = choicesOf(schema);
  const kind = kindOf(schema, choices);
  return {
    name,
    title: typeof title === 'string' && title !== '' ? title : name,
    about: typeof description === 'string' ? description : '',
    kind,
    isRequired,
    choices,
    items: isSchema(schema['items']) && typeOf(schema['items']) !== 'string' ? 'number' : 'text',
    start: start === undefined ? '' : textFor(kind, start),
  };
}

function kindOf(schema: Schema, choices: readonly string[]): FieldKind {
  if (choices.length > 0) return 'choice';
  switch (typeOf(schema)) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'flag';
    case 'array': {
      const { items } = schema;
      const of = isSchema(items) && choicesOf(items).length === 0 ? typeOf(items) : '';
      return ['string', 'number', 'integer'].includes(of) ? 'list' : 'json';
    }
    default:
      return 'json';
  }
}

function choicesOf({ enum: choices, const: only }: Schema): readonly string[] {
  if (only !== undefined) return [JSON.stringify(only)];
  if (!Array.isArray(choices)) return [];
  return choices.map((choice) => JSON.stringify(choice));
}

function typeOf({ type }: Schema): string {
  if (typeof type === 'string') return type;
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : [];
  return types.length === 1 ? String(types[0]) : '';
}

/** A value that may be null as well is entered as the value, and left out for null. */
function withoutNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const others = anyOf.filter((one) => !isSchema(one) || one['type'] !== 'null');
  const [only] = others;
  return others.length === 1 && isSchema(only) ? { ...only, ...rest } : schema;
}

function textFor(kind: FieldKind, value: unknown): string {
  if (kind === 'text' && typeof value === 'string') return value;
  if (kind === 'list' && Array.isArray(value)) return value.join('\n');
  return kind === 'json' ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}

/** The texts that a form begins with. */
export function startOf(fields: readonly FormField[]): FormTexts {
  return Object.fromEntries(fields.map(({ name, start }) => [name, start]));
}

/** Reads the texts of a form. */
export function argumentsOf(fields: readonly FormField[], texts: FormTexts): FormArguments {
  const values: [string, unknown][] = [];
  const faults: [string, string][] = [];
  for (const field of fields) {
    const text = texts[field.name] ?? '';
    // An empty text is a value where a text is needed.
    const isLeftOut = text === '' && !(field.kind === 'text' && field.isRequired);
    if (isLeftOut && field.isRequired) faults.push([field.name, 'is needed']);
    if (isLeftOut) continue;
    const value = valueOf(field, text);
    if (value === undefined) faults.push([field.name, FAULTS[field.kind]]);
    else values.push([field.name, value]);
  }
  if (faults.length > 0) return { kind: 'bad', faults: Object.fromEntries(faults) };
  return { kind: 'good', arguments: Object.fromEntries(values) };
}

const FAULTS: Readonly<Record<FieldKind, string>> = {
  text: 'must be text',
  number: 'must be a number',
  flag: 'must be true or false',
  choice: 'must be one of the choices',
  list: 'must be a number in each line',
  json: 'must be JSON',
};

function valueOf({ kind, choices, items }: FormField, text: string): unknown {
  switch (kind) {
    case 'text':
      return text;
    case 'number':
      return numberIn(text);
    case 'flag':
      return text === 'true' || text === 'false' ? text === 'true' : undefined;
    case 'choice':
      return choices.includes(text) ? jsonIn(text) : undefined;
    case 'list': {
      const lines = text.split('\n').filter((line) => line !== '');
      if (items === 'text') return lines;
      const numbers = lines.map(numberIn);
      return numbers.includes(undefined) ? undefined : numbers;
    }
    case 'json':
      return jsonIn(text);
  }
}

function numberIn(text: string): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
