import type { Message, TextFormat } from '../../core/index.ts';
import type { AgentOutput } from '../../port/index.ts';

/**
 * Returns the messages with the instruction to answer in JSON after the system prompt. The
 * transcript does not contain the instruction, because it belongs to the request.
 */
export function withOutputInstructions(
  messages: readonly Message[],
  { schema }: AgentOutput,
): Message[] {
  const firstOther = messages.findIndex(({ role }) => role !== 'system');
  const position = firstOther === -1 ? messages.length : firstOther;
  const content = `Your final answer must be JSON that matches the JSON Schema below, without any other text.\n${JSON.stringify(schema)}`;
  return [...messages.slice(0, position), { role: 'system', content }, ...messages.slice(position)];
}

/**
 * Returns the output schema as a format for a model provider. Undefined if the schema does not
 * describe an object, because providers accept only objects.
 */
export function toOutputFormat({ name, schema }: AgentOutput): TextFormat | undefined {
  return schema['type'] === 'object' ? { type: 'json_schema', name, schema } : undefined;
}
