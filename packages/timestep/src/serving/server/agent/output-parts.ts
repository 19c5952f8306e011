import { createAgentOutput, type SchemaLike } from '#engine/tools';
import type { AgentOutput } from '#engine/port';

/** The check of an agent's answers, and media types for its card. */
export interface OutputParts {
  readonly output: AgentOutput;
  readonly outputModes: readonly string[];
}

/** A2A clients receive answers that are JSON as data and as text. */
const OUTPUT_MODES: readonly string[] = ['application/json', 'text/plain'];

/** Creates the check of an agent's answers. Throws `ToolError` if the schema is not usable. */
export function createOutputParts(agentId: string, schema: SchemaLike): OutputParts {
  return { output: createAgentOutput(agentId, schema), outputModes: OUTPUT_MODES };
}
