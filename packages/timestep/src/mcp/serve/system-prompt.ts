import type { EnvironmentDefinition } from './definition.ts';

/** Name of the prompt that every environment has. */
export const SYSTEM_PROMPT = 'system_prompt';

/** Returns the environment's system prompt for the agent named `requestedName`. */
export async function getSystemPrompt(
  { systemPrompt, agentName }: EnvironmentDefinition,
  requestedName?: string,
): Promise<string> {
  const name = requestedName ?? agentName ?? 'an agent';
  if (systemPrompt === undefined) return `You are ${name}.`;
  return typeof systemPrompt === 'string' ? systemPrompt : systemPrompt(name);
}
