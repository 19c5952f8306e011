import type { TurnSettings } from '../core/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import { leftOutText, type LeftOut } from './left-out.ts';
import { inOrder, type Note } from './note.ts';
import type { Mode } from './tool-offer.ts';

const DEFAULT_PROMPTS: Readonly<Record<Mode, string>> = {
  interactive: 'You are a helpful assistant.',
  autonomous:
    'You are an autonomous agent. Do what you are asked without asking back, and answer with the result.',
  tools: 'You are a helpful assistant.',
};

/** What a folder without a prompt says. */
export function defaultPrompt(mode: Mode): string {
  return DEFAULT_PROMPTS[mode];
}

/**
 * The system prompt: the folder's own, then `AGENTS.md`, then the references and the rules that are always
 * included, but for those that the session excludes. The others are chosen for each message.
 */
export function instructionsOf(
  {
    prompt,
    agentsMd,
    references,
    rules,
  }: Pick<AgentFolder, 'prompt' | 'agentsMd' | 'references' | 'rules'>,
  turn?: Pick<TurnSettings, 'exclude'>,
): string {
  const told = (kind: 'reference' | 'rule', notes: readonly Note[]): string[] =>
    inOrder(notes)
      .filter(({ include }) => include === 'always')
      .filter(({ name }) => !turn?.exclude.some((item) => item.kind === kind && item.name === name))
      .map(({ name, text }) => `${kind === 'rule' ? 'Rule' : 'Reference'} (${name}):\n${text}`);
  const notes = [...told('reference', references), ...told('rule', rules)];
  return [prompt, ...(agentsMd ? [agentsMd] : []), ...notes].join('\n\n');
}

/** What a server says of its use, under the name that it has in the folder. */
export interface ServerWords {
  readonly server: string;
  readonly text: string;
}

/** The system prompt, followed by what servers say of the use of their tools. */
export async function instructionsWith(
  instructions: string,
  words: readonly ServerWords[],
): Promise<string> {
  if (words.length === 0) return instructions;
  // Loaded when first needed: many folders have no servers.
  const { instructionsText } = await import('../mcp/index.ts');
  const parts = words.map(({ server, text }) => instructionsText(server, text));
  return [instructions, ...parts].join('\n\n');
}

/** The system prompt, followed by the tools that are missing, so that the model knows of them. */
export function instructionsWithout(instructions: string, leftOut: readonly LeftOut[]): string {
  if (leftOut.length === 0) return instructions;
  const lines = leftOut.map((one) => `- ${leftOutText(one)}`);
  return [instructions, [MISSING, ...lines].join('\n')].join('\n\n');
}

const MISSING =
  'Some of your tools are missing for now. Do without them, and say so where they would be needed:';
