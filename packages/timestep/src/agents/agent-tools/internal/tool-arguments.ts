import type { JsonObject } from '#core';
import type { Include } from '#agents/folder';

export function buildInputSchema(
  properties: JsonObject,
  required: readonly string[] = [],
): JsonObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

export function getTextArgument(args: JsonObject, name: string): string | undefined {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
}

export function getNumberArgument(args: JsonObject, name: string): number | undefined {
  const value = args[name];
  return typeof value === 'number' ? value : undefined;
}

export function getIncludeArgument(args: JsonObject): Include | undefined {
  const value = args['include'];
  return value === 'always' || value === 'agent' || value === 'manual' ? value : undefined;
}

export function buildNameSchema(description: string): JsonObject {
  return { type: 'string', pattern: '^[\\w-]+$', description };
}

export const INCLUDE_SCHEMA: JsonObject = {
  type: 'string',
  enum: ['always', 'agent', 'manual'],
  description:
    'When the model receives it: always, where it is relevant (agent), or where it is asked for (manual)',
};

export const QUERY_SCHEMA: JsonObject = {
  type: 'string',
  minLength: 1,
  description: 'What is looked for, in a few words',
};

export const TOP_SCHEMA: JsonObject = {
  type: 'integer',
  minimum: 1,
  maximum: 50,
  description: 'How many are returned at most. Default 5',
};
