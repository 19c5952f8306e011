/** JSON Schema keywords whose subschemas have no names. */
const PARTS = ['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];

/** Extracts the property names, descriptions and `enum` strings of a JSON Schema as text. */
export function extractSchemaText(schema: unknown): string {
  const words: string[] = [];
  const open: unknown[] = isObjectOrArray(schema) ? [schema] : [];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'string') words.push(part);
    else if (isObjectOrArray(part))
      for (const inner of listNestedSchemasAndTexts(part).toReversed()) open.push(inner);
  }
  return words.join('\n');
}

function listNestedSchemasAndTexts(schema: Readonly<Record<string, unknown>>): unknown[] {
  if (Array.isArray(schema)) return schema;
  const named = ['properties', '$defs'].flatMap((key) => {
    const schemas = schema[key];
    return isObjectOrArray(schemas) ? Object.entries(schemas).flat() : [];
  });
  return [schema['description'], schema['enum'], ...named, ...PARTS.map((key) => schema[key])];
}

function isObjectOrArray(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
