import { instructionsText } from '../convert/instructions-text.ts';
import { promptText } from '../convert/prompt-text.ts';
import { SYSTEM_PROMPT } from '../serve/system-prompt.ts';
import type { Link } from './open.ts';

/**
 * Returns the server's system prompt for the agent, followed by the server's instructions under its
 * display name; undefined if the server has neither.
 */
export async function promptOfServer(
  { client, catalogue }: Pick<Link, 'client' | 'catalogue'>,
  agent: string,
  shown: string,
): Promise<string | undefined> {
  const known = await catalogue.prompts();
  const prompt = known.find((candidate) => candidate.name === SYSTEM_PROMPT);
  const said = client.getInstructions()?.trim();
  const words = said ? [instructionsText(shown, said)] : [];
  if (!prompt) return words[0];
  const takesName = prompt.arguments?.some((argument) => argument.name === 'agent_name');
  const given = takesName ? { arguments: { agent_name: agent } } : {};
  const text = promptText(await client.getPrompt({ name: SYSTEM_PROMPT, ...given }));
  return [text, ...words].join('\n\n');
}
