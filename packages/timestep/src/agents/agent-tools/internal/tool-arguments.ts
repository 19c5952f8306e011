import type { JsonObject } from '#core';

export function buildInputSchema(required: JsonObject, optional: JsonObject = {}): JsonObject {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
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

/** Arguments of the tools that search. Their schema is `SEARCH`. */
export interface Search {
  readonly query: string;
  readonly topK?: number;
}

export const SEARCH: JsonObject = buildInputSchema(
  { query: { type: 'string', minLength: 1, description: 'What is looked for, in a few words' } },
  { topK: buildCountSchema(50, 5) },
);

export function buildCountSchema(maximum: number, defaultCount: number): JsonObject {
  const description = `How many are returned at most. Default ${defaultCount}`;
  return { type: 'integer', minimum: 1, maximum, description };
}
