import type { Message, TextFormat } from '#core';
import type { AgentOutput } from '#engine/port';

/** Inserts the instruction to answer in JSON, which the transcript does not contain. */
export function withOutputInstructions(
  messages: readonly Message[],
  { schema }: AgentOutput,
): Message[] {
  const firstOther = messages.findIndex(({ role }) => role !== 'system');
  const position = firstOther === -1 ? messages.length : firstOther;
  const content = `Your final answer must be JSON that matches the JSON Schema below, without any other text.\n${JSON.stringify(schema)}`;
  return [...messages.slice(0, position), { role: 'system', content }, ...messages.slice(position)];
}

/** Returns the output format for a provider. Undefined unless its schema is of an object. */
export function toOutputFormat({ name, schema }: AgentOutput): TextFormat | undefined {
  return schema['type'] === 'object' ? { type: 'json_schema', name, schema } : undefined;
}
