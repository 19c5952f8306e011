import type { AgentFolder } from './agent-folder.ts';
import { leftOutText, type LeftOut } from './left-out.ts';
import { inOrder } from './note.ts';
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

/** The system prompt: the folder's own, then `AGENTS.md`, then its references, then its rules. */
export function instructionsOf({
  prompt,
  agentsMd,
  references,
  rules,
}: Pick<AgentFolder, 'prompt' | 'agentsMd' | 'references' | 'rules'>): string {
  const told = ([kind, notes]: readonly [string, AgentFolder['rules']]): string[] =>
    inOrder(notes)
      .filter(({ include }) => include !== 'manual')
      .map(({ name, text }) => `${kind} (${name}):\n${text}`);
  const notes = [['Reference', references] as const, ['Rule', rules] as const].flatMap(told);
  return [prompt, ...(agentsMd ? [agentsMd] : []), ...notes].join('\n\n');
}

/** The system prompt, followed by the tools that are missing, so that the model knows of them. */
export function instructionsWithout(instructions: string, leftOut: readonly LeftOut[]): string {
  if (leftOut.length === 0) return instructions;
  const lines = leftOut.map((one) => `- ${leftOutText(one)}`);
  return [instructions, [MISSING, ...lines].join('\n')].join('\n\n');
}

const MISSING =
  'Some of your tools are missing for now. Do without them, and say so where they would be needed:';
