import { instructionsText } from '../convert/instructions-text.ts';
import { promptText } from '../convert/prompt-text.ts';
import { SYSTEM_PROMPT } from '../serve/system-prompt.ts';
import type { Link } from './open.ts';

/**
 * The system prompt that a server has for an agent of that name, followed by what it says of its use, under the
 * name `shown`; `undefined` where it has neither.
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
