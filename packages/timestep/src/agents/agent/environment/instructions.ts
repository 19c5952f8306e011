import type { TurnSettings } from '../../../core/index.ts';
import { type AgentFolder, sortNotes, type Note } from '../../folder/index.ts';
import { formatMissingTool, type MissingTool } from '../../agent-tools/index.ts';

/** Includes the notes that are always included, unless the session excludes them. */
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

export interface ServerInstructions {
  readonly server: string;
  readonly text: string;
}

export async function appendServerInstructions(
  instructions: string,
  serverInstructions: readonly ServerInstructions[],
): Promise<string> {
  if (serverInstructions.length === 0) return instructions;
  // Loaded when first needed: many folders have no servers.
  const { formatInstructions } = await import('../../../protocols/mcp/index.ts');
  const parts = serverInstructions.map(({ server, text }) => formatInstructions(server, text));
  return [instructions, ...parts].join('\n\n');
}

export function appendMissingTools(
  instructions: string,
  missingTools: readonly MissingTool[],
): string {
  if (missingTools.length === 0) return instructions;
  const lines = missingTools.map((one) => `- ${formatMissingTool(one)}`);
  return [instructions, [MISSING, ...lines].join('\n')].join('\n\n');
}

const MISSING =
  'Some of your tools are currently unavailable. Work without them, and say so if they are needed:';
