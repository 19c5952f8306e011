import type { TurnSettings } from '../../../core/index.ts';
import { type AgentFolder, sortNotes, type Note } from '../../folder/index.ts';
import { formatMissingTool, type MissingTool } from '../../agent-tools/index.ts';

/**
 * Builds the system prompt: the folder's prompt, `AGENTS.md`, then the references and rules that
 * are always included, unless the session excludes them. Other notes are chosen for each message.
 */
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

/** Instructions of a server, with the server's name in the folder. */
export interface ServerInstructions {
  readonly server: string;
  readonly text: string;
}

/** Appends the instructions of servers to the system prompt. */
export async function appendServerInstructions(
  instructions: string,
  serverInstructions: readonly ServerInstructions[],
): Promise<string> {
  if (serverInstructions.length === 0) return instructions;
  // The module is loaded when first needed, because many folders have no servers.
  const { formatInstructions } = await import('../../../protocols/mcp/index.ts');
  const parts = serverInstructions.map(({ server, text }) => formatInstructions(server, text));
  return [instructions, ...parts].join('\n\n');
}

/** Appends the missing tools to the system prompt, so that the model knows about them. */
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
