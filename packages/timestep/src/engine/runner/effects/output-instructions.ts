import type { Message, TextFormat } from '#core';
import type { AgentOutput } from '#engine/port';

/** Adds the instruction to answer in JSON to the messages of a request. The transcript does not contain it. */
export function withOutputInstructions(
  messages: readonly Message[],
  { schema }: AgentOutput,
): Message[] {
  const firstOther = messages.findIndex(({ role }) => role !== 'system');
  const position = firstOther === -1 ? messages.length : firstOther;
  const content = `Your final answer must be JSON that matches the JSON Schema below, without any other text.\n${JSON.stringify(schema)}`;
  return [...messages.slice(0, position), { role: 'system', content }, ...messages.slice(position)];
}

/** Returns the output format for a provider. Undefined unless the schema describes an object. */
export function toObjectOutputFormat({ name, schema }: AgentOutput): TextFormat | undefined {
  return schema['type'] === 'object' ? { type: 'json_schema', name, schema } : undefined;
}
