import type { TaskSummary } from '@timestep-ai/timestep/view';

/** How the first message of a task arrived. */
export type EntryPoint = NonNullable<TaskSummary['entry']>;

/** Protocols by their usual names, and other ways in which messages arrive. */
export const ENTRY_POINTS: Readonly<Record<EntryPoint, string>> = {
  'a2a-1.0': 'A2A 1.0',
  'a2a-0.3': 'A2A 0.3',
  responses: 'Responses',
  agui: 'AG-UI',
  mcp: 'MCP',
  acp: 'editor (ACP)',
  page: 'this page',
  terminal: 'terminal',
  program: 'a program',
  agent: 'another agent',
};

export function isEntryPoint(name: string): name is EntryPoint {
  return Object.hasOwn(ENTRY_POINTS, name);
}
