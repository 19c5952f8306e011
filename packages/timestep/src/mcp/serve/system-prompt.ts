import type { EnvironmentDefinition } from './definition.ts';

/** The name of the prompt that every environment has. */
export const SYSTEM_PROMPT = 'system_prompt';

/** The system prompt of an environment for an agent of that name. */
export async function systemPromptOf(
  { systemPrompt, agentName }: EnvironmentDefinition,
  asked?: string,
): Promise<string> {
  const name = asked ?? agentName ?? 'an agent';
  if (systemPrompt === undefined) return `You are ${name}.`;
  return typeof systemPrompt === 'string' ? systemPrompt : systemPrompt(name);
}
