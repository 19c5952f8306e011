import { getRowName } from '@timestep-ai/timestep/view';
import type { AgentCallRun } from './agent-calls.ts';

/** What an asked agent does now. `isPerson`: it waits for a person. */
export interface AgentActivity {
  readonly text: string;
  readonly isPerson: boolean;
}

/** Says what an asked agent does now, by its deepest running step. Undefined if it does nothing. */
export function describeAgentRun({ shown, below }: AgentCallRun): AgentActivity | undefined {
  if (shown.row.state !== 'running') return undefined;
  const running = below.filter(({ row }) => row.state === 'running' && row.kind !== 'mark');
  const newest = running.at(-1);
  if (!newest) return { text: 'Begins', isPerson: false };
  const { row, task, agent } = newest;
  const name = getRowName(row, task?.agent);
  const isPerson = row.kind === 'approval' || row.kind === 'question';
  const isOther = agent !== shown.task?.agent;
  return { text: isOther ? `${agent}: ${name}` : name, isPerson };
}
