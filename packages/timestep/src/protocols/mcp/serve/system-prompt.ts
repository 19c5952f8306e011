import type { EnvironmentDefinition } from './definition.ts';

export const SYSTEM_PROMPT = 'system_prompt';

export async function getSystemPrompt(
  { systemPrompt, agentName }: EnvironmentDefinition,
  requestedName?: string,
): Promise<string> {
  const name = requestedName ?? agentName ?? 'an agent';
  if (systemPrompt === undefined) return `You are ${name}.`;
  return typeof systemPrompt === 'string' ? systemPrompt : systemPrompt(name);
}
