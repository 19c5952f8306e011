import type { TurnSettings } from '#core';
import { type AgentFolder, type Note, sortNotes } from '#agents/folder';

/** Builds the system prompt with the notes that are always included in this session. */
export function buildInstructions(
  {
    prompt,
    agentsMd,
    references,
    rules,
  }: Pick<AgentFolder, 'prompt' | 'agentsMd' | 'references' | 'rules'>,
  turn?: Pick<TurnSettings, 'exclude'>,
): string {
  const formatNotes = (kind: 'reference' | 'rule', notes: readonly Note[]): string[] =>
    sortNotes(notes)
      .filter(({ include }) => include === 'always')
      .filter(({ name }) => !turn?.exclude.some((item) => item.kind === kind && item.name === name))
      .map(({ name, text }) => `${kind === 'rule' ? 'Rule' : 'Reference'} (${name}):\n${text}`);
  const notes = [...formatNotes('reference', references), ...formatNotes('rule', rules)];
  return [prompt, ...(agentsMd ? [agentsMd] : []), ...notes].join('\n\n');
}
