import type { AgentOutput } from '#engine/port';
import { checkValue, prepareResultSchema, type SchemaLike } from './schema.ts';
import { ToolError } from './tool-error.ts';

/** Name of every output schema. Providers require that a schema has a name, but not which. */
const SCHEMA_NAME = 'output';

/** Creates the structured output of an agent. Throws `ToolError` if the schema has no JSON Schema form. */
export function createAgentOutput(agentId: string, schema: SchemaLike): AgentOutput {
  const hoisted = prepareOutputSchema(agentId, schema);
  return {
    name: SCHEMA_NAME,
    schema: hoisted.json,
    check: (value) => checkValue(hoisted, value),
  };
}

function prepareOutputSchema(
  agentId: string,
  schema: SchemaLike,
): NonNullable<ReturnType<typeof prepareResultSchema>> {
  try {
    const hoisted = prepareResultSchema(agentId, schema);
    if (hoisted) return hoisted;
  } catch (thrown) {
    throw createSchemaError(agentId, thrown instanceof Error ? (thrown.cause ?? thrown) : thrown);
  }
  throw createSchemaError(agentId, 'it is missing');
}

function createSchemaError(agentId: string, cause: unknown): ToolError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new ToolError(
    'bad-definition',
    `the output schema of agent ${agentId} is unusable: ${why}`,
    {
      cause,
    },
  );
}
