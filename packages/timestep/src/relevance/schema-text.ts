/**
 * JSON Schema keywords that contain subschemas, in addition to `properties` and `$defs`, which have
 * named subschemas.
 */
const PARTS = ['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];

/**
 * Extracts the words of a JSON Schema for the `text` of an item: property names, descriptions, and
 * strings of an `enum`. A value that is not a schema results in an empty text.
 */
export function extractSchemaText(schema: unknown): string {
  const words: string[] = [];
  const open: unknown[] = isObject(schema) ? [schema] : [];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'string') words.push(part);
    else if (isObject(part))
      for (const inner of listInnerParts(part).toReversed()) open.push(inner);
  }
  return words.join('\n');
}

function listInnerParts(part: Readonly<Record<string, unknown>>): unknown[] {
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
