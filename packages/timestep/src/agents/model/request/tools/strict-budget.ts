import type { JsonObject } from '#core';
import { listSchemaObjects, listTexts, toObject } from './schema-parts.ts';

/**
 * Anthropic's maximum per request: tools with `strict`, and optional properties and unions in all
 * their schemas together.
 */
const MOST = { tools: 20, optional: 24, unions: 16 };

/**
 * Returns whether one more tool, with this schema, fits the maximum of strict tools in a request, and counts
 * it.
 */
export type StrictBudget = (schema: JsonObject) => boolean;

/**
 * Counts the strict tools of one request to Anthropic. Sources: genkit #5230, langchain4j #5128.
 */
export function createStrictBudget(): StrictBudget {
  let used = { tools: 0, optional: 0, unions: 0 };
  return (schema) => {
    const next = { ...used, tools: used.tools + 1 };
    for (const part of listSchemasRecursively(schema)) {
      const required = new Set(listTexts(part['required']));
      const names = Object.keys(toObject(part['properties']));
      next.optional += names.filter((name) => !required.has(name)).length;
      if (Array.isArray(part['type']) || part['anyOf'] !== undefined) next.unions += 1;
    }
    if (next.tools > MOST.tools || next.optional > MOST.optional || next.unions > MOST.unions)
      return false;
    used = next;
    return true;
  };
}

/** Lists a schema and all schemas nested in it. */
function listSchemasRecursively(schema: JsonObject): JsonObject[] {
  const maps = [schema['properties'], schema['$defs'], schema['definitions']];
  const parts = [
    ...maps.flatMap((map) => Object.values(toObject(map))),
    ...(schema['items'] === undefined ? [] : [schema['items']]),
    ...listSchemaObjects(schema['anyOf']),
  ];
  return [schema, ...parts.flatMap((part) => listSchemasRecursively(toObject(part)))];
}
