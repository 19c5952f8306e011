/** Where a JSON Schema has schemas of its parts, beside `properties` and `$defs`, which name them. */
const PARTS = ['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];

/**
 * What a JSON Schema says in words, for the `text` of an item: names and descriptions of its properties, and
 * texts of an `enum`. What is not a schema gives an empty text.
 */
export function schemaText(schema: unknown): string {
  const words: string[] = [];
  const open: unknown[] = isObject(schema) ? [schema] : [];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'string') words.push(part);
    else if (isObject(part)) for (const inner of innerOf(part).toReversed()) open.push(inner);
  }
  return words.join('\n');
}

function innerOf(part: Readonly<Record<string, unknown>>): unknown[] {
  if (Array.isArray(part)) return part;
  const named = ['properties', '$defs'].flatMap((key) => {
    const schemas = part[key];
    return isObject(schemas) ? Object.entries(schemas).flat() : [];
  });
  return [part['description'], part['enum'], ...named, ...PARTS.map((key) => part[key])];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
