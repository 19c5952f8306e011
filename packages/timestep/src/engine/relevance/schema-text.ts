/** JSON Schema keywords with subschemas without names. */
const PARTS = ['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];

/** Extracts property names, descriptions and `enum` strings of a JSON Schema. */
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
