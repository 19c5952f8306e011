import { formatInstructions } from '../convert/instructions-text.ts';
import { getPromptText } from '../convert/prompt-text.ts';
import { SYSTEM_PROMPT } from '../serve/system-prompt.ts';
import type { Link } from './open-link.ts';

/** The server's system prompt for the agent, and its instructions, if it has any. */
export async function loadServerPrompt(
  { client, catalog }: Pick<Link, 'client' | 'catalog'>,
  agent: string,
  displayName: string,
): Promise<string | undefined> {
  const known = await catalog.prompts();
  const prompt = known.find((candidate) => candidate.name === SYSTEM_PROMPT);
  const said = client.getInstructions()?.trim();
  const words = said ? [formatInstructions(displayName, said)] : [];
  if (!prompt) return words[0];
  const takesName = prompt.arguments?.some((argument) => argument.name === 'agent_name');
  const given = takesName ? { arguments: { agent_name: agent } } : {};
  const text = getPromptText(await client.getPrompt({ name: SYSTEM_PROMPT, ...given }));
  return [text, ...words].join('\n\n');
}
