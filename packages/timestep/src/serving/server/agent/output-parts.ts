import { createAgentOutput, type SchemaLike } from '../../../engine/tools/index.ts';
import type { AgentOutput } from '../../../engine/port/index.ts';

/** What an output schema adds to an agent: the check of its answers, and media types for its card. */
export interface OutputParts {
  readonly output: AgentOutput;
  readonly outputModes: readonly string[];
}

/** Media types of answers that are JSON: A2A clients receive them as data and as text. */
const OUTPUT_MODES: readonly string[] = ['application/json', 'text/plain'];

/** Creates what an output schema adds to an agent. Throws `ToolError` if the schema cannot be used. */
export function createOutputParts(agentId: string, schema: SchemaLike): OutputParts {
  return { output: createAgentOutput(agentId, schema), outputModes: OUTPUT_MODES };
}
